"""A new adapter: it stands alone, passes its check, and certifies as it is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.adapters import manifest, needs, scaffold
from utfproof.adapters.build import builder
from utfproof.adapters.check import adapter_check
from utfproof.adapters.session.session import Session
from utfproof.errors import UsageError
from utfproof.model.operation import Op

LANGUAGES = ["c", "go", "java", "js", "perl", "php", "python", "rust"]
OTHERS = [pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES if one != "python"]
"""A template that is built takes as long as its compiler."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "the cache"))


def test_there_is_a_template_for_each_language() -> None:
    assert scaffold.languages() == LANGUAGES


@pytest.mark.slow
@pytest.mark.adapters
@pytest.mark.parametrize("language", ["python", *OTHERS])
def test_a_new_adapter_passes_its_check_and_certifies(tmp_path: Path, language: str) -> None:
    made = scaffold.write("my-codec_2", language, tmp_path)
    item = manifest.load(made.folder)
    if lacking := needs.missing(item):
        pytest.skip(f"unavailable: needs {', '.join(lacking)}")
    assert [found for found in adapter_check.findings(made.folder) if found.problem] == []
    with Session(builder.command(item), item.seconds) as session:
        (codec,) = session.hello()
    assert (item.name, list(item.codecs)) == ("my-codec_2", ["my-codec_2"])
    assert codec.name == "my-codec_2"
    assert codec.version[0].isdigit()
    assert certify(tmp_path, "./my-codec_2") == 0


@pytest.mark.slow
@pytest.mark.adapters
def test_known_failures_of_an_adapter_with_a_hyphen_count_for_its_codec(tmp_path: Path) -> None:
    made = scaffold.write("my-codec", "python", tmp_path)
    program = made.folder / made.program
    text = program.read_text("utf-8")
    assert "def decode(self, data):\n" in text
    lax = "def decode(self, data):\n        data = data.replace(b'\\xc0\\x80', b'\\0')\n"
    program.write_text(text.replace("def decode(self, data):\n", lax), "utf-8")
    assert certify(tmp_path, "./my-codec/my-codec") == 1
    certify(tmp_path, "./my-codec", "--update")
    assert "  my-codec/my-codec:\n" in (made.folder / "expectations.yaml").read_text("utf-8")
    assert certify(tmp_path, "./my-codec/my-codec") == 0


def certify(folder: Path, *arguments: str) -> int:
    """Certify in a folder; return the exit status, which is no traceback's."""
    words = ["certify", *arguments, "--out", f"run {len(list(folder.iterdir()))}"]
    run = [sys.executable, "-m", "utfproof", *words]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_file_has_the_marked_place_once_and_no_placeholder_is_left(
    tmp_path: Path, language: str
) -> None:
    made = scaffold.write("mine", language, tmp_path)
    texts = {path: path.read_text("utf-8") for path in made.folder.rglob("*") if path.is_file()}
    marked = [path for path, text in texts.items() if "YOUR CODEC" in text]
    assert marked == [made.folder / made.program]
    assert texts[marked[0]].count("YOUR CODEC") == 1
    assert not [path for path, text in texts.items() if "NAME" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_adapter_does_not_need_the_folder_that_it_was_copied_from(
    tmp_path: Path, language: str
) -> None:
    made = scaffold.write("mine", language, tmp_path)
    for path in made.folder.rglob("*"):
        assert not path.is_symlink()
        assert path.is_dir() or "../kit" not in path.read_text("utf-8")
    assert manifest.load(made.folder).sources == ()


@pytest.mark.parametrize(
    "name", ["", "My", "-my", "my-", "my--codec", "2nd", "a b", "../x", "ünï", "NAME"]
)
def test_a_name_that_cannot_be_used_is_explained(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="with single hyphens between: my-codec"):
        scaffold.write(name, "python", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="nothing is overwritten"):
        scaffold.write("mine", "python", tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []


def test_an_unknown_language_is_told_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are c, go, java, js, perl, php, python, rust"):
        scaffold.write("mine", "cobol", tmp_path)


def test_what_the_protocol_shows_by_hand_works_when_it_is_typed(tmp_path: Path) -> None:
    text = (locations.adapters() / "PROTOCOL.md").read_text("utf-8")
    section = text[text.index("## By hand") : text.index("## The golden transcript")]
    shown = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    typed = "\n".join(line[2:] for line in shown if line.startswith("$ "))
    expected = [line for line in shown if not line.startswith("$ ")]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-ec", typed],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in done.stdout.splitlines() if line]
    assert [re.sub(r"\[.*\]", "[…]", line) for line in lines] == expected


def test_the_guide_names_every_language_and_every_profile() -> None:
    guide = (locations.adapters() / "README.md").read_text("utf-8")
    first = guide[: guide.index("## 1.")]
    assert all(language in first for language in LANGUAGES)
    schema = json.loads((locations.adapters() / "adapter.schema.json").read_text("utf-8"))
    for name in (*schema["$defs"]["profile"]["enum"], *Op):
        assert f"`{name}" in guide
