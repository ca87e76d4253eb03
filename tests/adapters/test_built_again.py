"""When an adapter is built again: what goes into a build, and whether its product is as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from utfproof.adapters import manifest, needs
from utfproof.adapters.build import build_inputs, builder, words
from utfproof.errors import BuildError, ManifestError

from .small_builds import builds, counting, write

pytestmark = pytest.mark.usefixtures(
    "unconfined", "cache"
)  # builds count themselves in the checkout


def test_a_build_is_not_repeated_while_nothing_changes(checkout: Path) -> None:
    item = counting(checkout, 'sources: ["{project}/src/**"]')
    first, second = builder.command(item), builder.command(manifest.load(item.folder))
    assert first == second
    assert builds(checkout) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda built: (built / "program").write_bytes(b"tru"),
        lambda built: (built / "program").unlink(),
        lambda built: (built / "added").touch(),
        lambda built: (built / builder.DONE).write_bytes(b""),
        lambda built: (built / builder.DONE).write_bytes(b"0" * 64),
        lambda built: (built / builder.DONE).write_bytes(b"\xff" * 64),
    ],
    ids=["cut", "gone", "added", "unmarked", "marked otherwise", "marked with what is no text"],
)
def test_a_build_that_was_changed_is_made_again(
    checkout: Path, damage: Callable[[Path], object]
) -> None:
    item = write(
        checkout / "test" / "utfproof",
        'build: cp /bin/true "{cache}/program"',
        'run: "{cache}/program"',
    )
    builder.command(item)
    built = builder.place(item)
    right = builder.product(built)
    damage(built)
    builder._is_whole.cache_clear()  # as in another process
    assert not builder.finished(built)
    builder.command(item)
    assert builder.product(built) == right
    assert builder.finished(built)


def test_nothing_is_built_where_others_can_write(checkout: Path, cache: Path) -> None:
    item = counting(checkout)
    (cache / "adapters").mkdir(parents=True)
    (cache / "adapters").chmod(0o777)
    with pytest.raises(BuildError, match="others can write to it") as caught:
        builder.command(item)
    assert caught.value.hint == "set UTFPROOF_CACHE to a folder that you alone can write to"


def test_a_changed_file_of_the_folder_is_built_again(checkout: Path) -> None:
    item = counting(checkout)
    builder.command(item)
    (item.folder / "data").mkdir()
    (item.folder / "data" / "new").touch()
    builder.command(item)
    assert builds(checkout) == 2


@pytest.mark.parametrize(
    ("pattern", "changed"),
    [
        ("{project}/src/**", "src/library.py"),
        ("{project}/src/**", "src/deep/er/new.py"),
        ("{project}/src/*.py", "src/library.py"),
        ("{project}/**", "Makefile"),
        ("../../src/library.py", "src/library.py"),
    ],
)
def test_a_changed_source_outside_the_folder_is_built_again(
    pattern: str, changed: str, checkout: Path
) -> None:
    item = counting(checkout, f'sources: ["{pattern}"]')
    before = build_inputs.key(item)
    file = checkout / changed
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as source:
        source.write("# changed\n")
    assert build_inputs.key(item) != before


def test_a_library_in_a_checkout_is_never_certified_stale(checkout: Path) -> None:
    item = counting(checkout, 'sources: ["{project}/src/**"]')
    builder.command(item)
    (checkout / "src" / "library.py").write_text("def decode(data): return ''\n", "ascii")
    builder.command(item)
    assert builds(checkout) == 2
    (checkout / "README").write_text("no source", "ascii")
    builder.command(item)
    assert builds(checkout) == 2


def test_a_renamed_source_changes_the_key(checkout: Path) -> None:
    item = counting(checkout, 'sources: ["{project}/src/**"]')
    before = build_inputs.key(item)
    (checkout / "src" / "library.py").rename(checkout / "src" / "renamed.py")
    assert build_inputs.key(item) != before


def test_an_absolute_source_counts(checkout: Path, tmp_path: Path) -> None:
    header = tmp_path / "library.h"
    header.write_text("1", "ascii")
    item = counting(checkout, f"sources: ['{header}']")
    before = build_inputs.key(item)
    header.write_text("2", "ascii")
    assert build_inputs.key(item) != before


@pytest.mark.parametrize("junk", [".git", "__pycache__", "node_modules", "target"])
def test_leftovers_of_tools_are_no_sources(junk: str, checkout: Path) -> None:
    item = counting(checkout, 'sources: ["{project}/src/**", "{project}/.gitignore"]')
    (checkout / ".gitignore").touch()
    before = build_inputs.key(item)
    for folder in (checkout / "src", item.folder / "data"):
        (folder / junk).mkdir(parents=True)
        (folder / junk / "left").touch()
    assert build_inputs.key(item) == before


def test_known_failures_are_no_part_of_a_build(tmp_path: Path) -> None:
    item = write(tmp_path / "a", "run: x")
    before = build_inputs.key(item)
    (item.folder / "expectations.yaml").write_text("codecs: {}\n", "ascii")
    assert build_inputs.key(item) == before
    (item.folder / "codec.c").write_text("", "ascii")
    assert build_inputs.key(item) != before


def test_sources_beside_the_folder_lie_beside_the_copy_that_is_built(tmp_path: Path) -> None:
    kit = tmp_path / "kit" / "c"
    kit.mkdir(parents=True)
    (kit / "part").write_text("one", "ascii")
    step = "build: cp ../kit/c/part {cache}/part"
    item = write(tmp_path / "a", step, 'run: "{cache}/part"', 'sources: ["../kit/c/*"]')
    [first] = builder.command(item).arguments
    assert Path(first).read_text("ascii") == "one"
    (kit / "part").write_text("two", "ascii")
    [second] = builder.command(item).arguments
    assert Path(second).read_text("ascii") == "two"


def test_a_source_that_lies_among_junk_counts_when_it_is_named(checkout: Path) -> None:
    library = checkout / "target" / "release" / "library.a"
    library.parent.mkdir(parents=True)
    library.write_text("1", "ascii")
    item = counting(checkout, 'sources: ["{project}/target/release/*.a"]')
    before = build_inputs.key(item)
    library.write_text("2", "ascii")
    assert build_inputs.key(item) != before


@pytest.mark.parametrize("pattern", ["{project}/sources/**", "{project}/src", "a/***", "{project}"])
def test_a_source_that_matches_nothing_is_an_error(pattern: str, checkout: Path) -> None:
    item = counting(checkout, f'sources: ["{pattern}"]')
    with pytest.raises(ManifestError, match="matches no file: a source that does not") as caught:
        builder.command(item)
    assert caught.value.place == item.place


def test_a_finished_program_counts_by_its_content(tmp_path: Path) -> None:
    driver = tmp_path / "bin" / "driver"
    driver.parent.mkdir()
    driver.write_text("1", "ascii")
    item = write(tmp_path / "a", f"run: '{driver} --fast'")
    before = build_inputs.key(item)
    driver.write_text("2", "ascii")
    assert build_inputs.key(item) != before


def test_another_version_of_a_tool_changes_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = write(tmp_path / "a", "requires: [mytool]", "run: x")
    keys = set()
    for version in ("1.0", "2.0"):
        tool = tmp_path / version / "mytool"
        tool.parent.mkdir()
        tool.write_text(f"#!/bin/sh\necho mytool {version}\n", "ascii")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tool.parent}:/usr/bin:/bin")
        keys.add(build_inputs.key(item))
    assert len(keys) == 2


def test_the_project_of_a_folder_outside_any_checkout_is_the_folder(tmp_path: Path) -> None:
    assert words.project(write(tmp_path / "a", "run: x")) == tmp_path / "a"


def test_the_project_is_the_nearest_checkout(checkout: Path) -> None:
    inner = checkout / "vendored"
    (inner / "adapter").mkdir(parents=True)
    (inner / ".git").write_text("gitdir: elsewhere", "ascii")
    assert words.project(write(inner / "adapter", "run: x")) == inner
    assert words.project(write(checkout / "adapter", "run: x")) == checkout


def test_a_program_that_an_adapter_names_by_its_place_is_not_run_for_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "own.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", "ascii")
    program.chmod(0o755)
    assert needs.lacking(["./own.sh"]) == []
    before = needs.version("./own.sh")
    program.write_text("#!/bin/sh\nexit\n", "ascii")
    assert needs.version("./own.sh") != before
    assert not (tmp_path / "ran").exists()
