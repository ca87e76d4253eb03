"""The reach of an adapter: a manifest names its own files, and no folder of keys as its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import builder
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.process import Process
from utfproof.confinement.choice import Means
from utfproof.errors import BuildError, ManifestError

SECRET = "the secret"  # noqa: S105  (of these tests)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build into a folder of this test."""
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Return a key that only its owner may read, in a folder that all may list."""
    path = tmp_path / "a" / "b" / "c" / "keys" / "key"
    path.parent.mkdir(parents=True)
    path.write_text(SECRET, "ascii")
    path.chmod(0o600)
    return path


def adapter(tmp_path: Path, *lines: str) -> Manifest:
    folder = tmp_path / "adapters" / "mine"
    folder.mkdir(parents=True)
    text = ["adapter: mine", "about: x", "language: C", *lines, "codecs: {one: {about: x}}"]
    (folder / "adapter.yaml").write_text("\n".join(text), "utf-8")
    return manifest.load(folder)


def last_words(item: Manifest) -> str:
    """Run an adapter's program to its end."""
    process = Process(builder.command(item))
    process.hang_up()
    process._child.wait(20)
    text = process.stderr_text()
    process.kill()
    return text


VARIABLES = ["A", "PATH", "JAVA_HOME", "PYTHONPATH", "GOROOT", "HOME", "RUSTUP_HOME"]


@pytest.mark.usefixtures("means")
@pytest.mark.parametrize("variable", VARIABLES)
def test_a_variable_of_a_manifest_opens_no_folder(tmp_path: Path, key: Path, variable: str) -> None:
    program = f"run: {sys.executable} -S -c 'import sys; sys.exit(open(\"{key}\").read())'"
    item = adapter(tmp_path, program, f"environment: {{{variable}: {key.parent}}}")
    said = last_words(item)
    assert SECRET not in said
    assert "key" in said


@pytest.mark.usefixtures("means")
@pytest.mark.parametrize("variable", [name for name in VARIABLES if name != "PATH"])
def test_a_variable_of_a_manifest_opens_no_folder_to_its_build(
    tmp_path: Path, key: Path, variable: str
) -> None:
    step = f"build: /bin/cat {key}"
    item = adapter(tmp_path, step, "run: 'true'", f"environment: {{{variable}: {key.parent}}}")
    with pytest.raises(BuildError) as caught:
        builder.command(item)
    assert SECRET not in caught.value.output


@pytest.mark.usefixtures("means")
def test_a_key_that_the_command_names_is_not_shown(tmp_path: Path, key: Path) -> None:
    assert SECRET not in last_words(adapter(tmp_path, f"run: /bin/sh {key} {key}"))


@pytest.mark.usefixtures("means")
@pytest.mark.parametrize("pattern", ["{key}", "../../a/b/c/keys/*", "{key.parent}/**"])
def test_sources_elsewhere_are_refused(tmp_path: Path, key: Path, pattern: str) -> None:
    where = pattern.replace("{key.parent}", str(key.parent)).replace("{key}", str(key))
    item = adapter(tmp_path, "build: 'true'", "run: 'true'", f"sources: ['{where}']")
    with pytest.raises(ManifestError, match="neither in the project nor beside the adapter"):
        builder.command(item)


def test_sources_of_the_project_are_read(means: Means, tmp_path: Path) -> None:
    del means
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / ".git" / "config").write_text(SECRET, "ascii")
    (tmp_path / "project" / "src").mkdir()
    (tmp_path / "project" / "src" / "text").write_text("a source", "ascii")
    item = adapter(
        tmp_path / "project",
        "build: sh -c 'cd $0; cat src/text .git/config >$1/text; true' {project} {cache}",
        "run: cat {cache}/text",
        "sources: ['{project}/src/**']",
    )
    built = builder.command(item).arguments[-1]
    assert Path(built).read_text("ascii") == "a source"
