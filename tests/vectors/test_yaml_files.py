"""YAML files: what is refused before it is parsed, and that the shipped ones hold no surprise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from utfproof import locations, strict_yaml
from utfproof.errors import ManifestError, VectorError
from utfproof.vectors import loader

CASE_FILES = list(loader.files(locations.vectors()))


def refused(path: Path) -> str:
    with pytest.raises(VectorError) as caught:
        strict_yaml.load(path, "vectors/a.yaml")
    return str(caught.value)


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: Grüße\n".encode())
    assert strict_yaml.load(path, "a") == {"a": "Grüße"}


@pytest.mark.parametrize(
    "octets",
    [
        b"a: 1\nb: caf\xe9\n",
        b"a: 1\nb: \xc0\xaf\n",
        b"a: 1\nb: \xed\xa0\x80\n",
        b"a: 1\nb: \xf4\x90\x80\x80\n",
        b"a: 1\n\xe2\x82",
    ],
)
def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path, octets: bytes) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(octets)
    assert refused(path) == "vectors/a.yaml:2: the file itself is not UTF-8: save it as UTF-8"


def test_a_file_in_utf_16_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("a: 1\n".encode("utf-16"))
    assert "the file itself is not UTF-8" in refused(path)


def test_a_file_of_8_mib_is_read_and_one_octet_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    head = b"a: 1\n#"
    path.write_bytes(head + b"x" * (8 * 1024 * 1024 - len(head)))
    assert strict_yaml.load(path, "a") == {"a": "1"}
    path.write_bytes(path.read_bytes() + b"x")
    assert refused(path) == "vectors/a.yaml: larger than 8 MiB: split the file"


def test_a_file_that_claims_to_have_a_tebibyte_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.touch()
    os.truncate(path, 1 << 40)
    assert refused(path) == "vectors/a.yaml: larger than 8 MiB: split the file"


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    assert (
        refused(tmp_path / "a.yaml") == "vectors/a.yaml: No such file or directory: check the path"
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path) == "vectors/a.yaml: Is a directory: check the path"


def test_a_files_error_is_of_the_kind_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(ManifestError):
        strict_yaml.load(tmp_path / "adapter.yaml", "adapter.yaml", ManifestError)


def test_any_yaml_reader_reads_the_shipped_cases_alike(subtests: pytest.Subtests) -> None:
    for path in CASE_FILES:
        with subtests.test(path=str(path)):
            ours = strict_yaml.plain(strict_yaml.load(path, str(path)))
            assert yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader) == ours
