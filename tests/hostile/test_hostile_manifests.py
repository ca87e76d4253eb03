"""Folders and manifests that would end a run: the error is that adapter's, and others are asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fake_programs
from utfproof import cli

from .conftest import PYTHON
from .table import BYTES


def put(folder: Path, **changes: object) -> Path:
    folder.mkdir()
    manifest = {
        "adapter": folder.name,
        "about": "An adapter.",
        "language": "Python",
        "run": f"{PYTHON} {fake_programs.line('honest')}",
        "codecs": {"fake": {"about": "A codec.", "profile": "unicode"}},
        **changes,
    }
    (folder / "adapter.yaml").write_text(json.dumps(manifest), "utf-8")
    return folder


def name_that_is_no_text(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(put(folder)) + b"/\xff\xfe")).touch()


def nested_folders(folder: Path) -> None:
    at = os.open(put(folder), os.O_RDONLY)
    for _ in range(1500):  # by descriptors: the path would be too long
        os.mkdir("d", dir_fd=at)
        inner = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)


def sparse_file(folder: Path) -> None:
    with (put(folder) / "big").open("wb") as file:
        file.truncate(3 << 40)


def named_pipe(folder: Path) -> None:
    os.mkfifo(put(folder) / "pipe")


FOLDERS = [name_that_is_no_text, nested_folders, sparse_file, named_pipe]
MANIFESTS: dict[str, dict[str, object]] = {
    "nul": {"environment": {"A": "a\0b"}},
    "nul-in-build": {"build": "sh -c 'a\0b'"},
    "blank-build": {"build": " "},
    "blank-run": {"run": " "},
    "long-memory": {"limits": {"memory": "9" * 5000 + " MiB"}},
    "large-memory": {"limits": {"memory": "999999999999 GiB"}},
    "long-time": {"limits": {"seconds-per-block": "999999999"}},
    "dot": {"sources": ["."]},
    "whole-disk": {"sources": ["/**"]},
    "kernel-log": {"sources": ["/proc/kmsg"]},
    "device": {"sources": ["/dev/zero"]},
    "long-number": {"codecs": {"fake": {"about": "A codec.", "longest": 10**30}}},
    "letter": {"codecs": {"\N{LATIN SMALL LETTER E WITH ACUTE}": {"about": "A codec."}}},
}


@pytest.mark.parametrize("fill", FOLDERS, ids=lambda fill: fill.__name__)
def test_a_hostile_folder_is_the_error_of_its_adapter(
    home: Path, fill: Callable[[Path], None], certified_beside: Callable[[Path], None]
) -> None:
    fill(home / "hostile")
    certified_beside(home / "hostile")


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_hostile_manifest_is_the_error_of_its_adapter(
    home: Path, name: str, certified_beside: Callable[[Path], None]
) -> None:
    certified_beside(put(home / "hostile", **MANIFESTS[name]))


@pytest.fixture
def certified_beside(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[[Path], None]]:
    """Yield a function that certifies an adapter beside a good one, and looks at both verdicts."""

    def run(folder: Path) -> None:
        good = put(home / "good")
        words = ["certify", str(good), str(folder), "--jobs", "1", "--case", BYTES, "--out", "run"]
        monkeypatch.setattr(sys, "argv", ["utfproof", *words, "--op", "decode"])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert ended.value.code == 3
        codecs = json.loads((home / "run" / "summary.json").read_text("utf-8"))["codecs"]
        verdicts = {codec["codec"].partition("/")[0]: codec["verdict"] for codec in codecs}
        assert verdicts == {"good": "pass", "hostile": "broken"}

    yield run
    # What removes temporary folders gives up where they are nested so deeply.
    subprocess.run(["rm", "-rf", str(home / "hostile")], check=True)
