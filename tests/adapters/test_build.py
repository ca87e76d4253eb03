"""Building an adapter: what runs, where, and what it says when it does not."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

import fake_programs
from utfproof.adapters import manifest, needs
from utfproof.adapters.build import build_inputs, builder, reach
from utfproof.adapters.session.session import Session
from utfproof.errors import BuildError, ManifestError
from utfproof.model.operation import Offer

from .small_builds import PYTHON, builds, counting, write

pytestmark = pytest.mark.usefixtures(
    "unconfined", "cache"
)  # builds count themselves in the checkout


# ---- what is needed ----


def test_a_missing_tool_is_listed_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = write(tmp_path / "a", "requires: [cargo, cc, my-own-tool]", "run: x")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert needs.missing(item) == [
        "cargo (Debian: cargo)",
        "cc (Debian: gcc libc6-dev)",
        "my-own-tool",
    ]


def test_a_present_requirement_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cargo").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert needs.missing(write(tmp_path / "a", "requires: [cargo]", "run: x")) == []


def test_a_build_sees_the_files_that_its_environment_names_and_no_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Make names the terminal that it was called from."""
    item = write(tmp_path / "a", "run: x")
    (tmp_path / "tools").mkdir()
    monkeypatch.chdir(tmp_path)
    named = {
        "GOROOT": str(tmp_path / "tools"),
        "MAKE_TERMOUT": os.devnull,
        "CC": "cc",
        "PYTHONPATH": f"{tmp_path}:tools",
    }
    seen = reach.of_build(item, tmp_path / "built", tmp_path, named, network=False).readable
    assert tmp_path / "tools" in seen
    assert Path(os.devnull) not in seen
    assert all(path.is_absolute() for path in seen), "a relative path is one of another folder"


# ---- the command ----


def test_placeholders_with_spaces_are_one_word(checkout: Path, cache: Path) -> None:
    item = write(
        checkout / "test" / "utfproof",
        """run: '"{cache}/my driver" --root {project} a\\ b "" {cache}/{project}'""",
        'environment: {ROOT: "{project}/src", OWN: "{cache}"}',
    )
    command = builder.command(item)
    [built] = (path for path in (cache / "adapters").iterdir() if path.is_dir())
    assert command.arguments == [
        f"{built}/my driver",
        "--root",
        str(checkout),
        "a b",
        "",
        f"{built}/{checkout}",
    ]
    assert command.environment["ROOT"] == f"{checkout}/src"
    assert command.environment["OWN"] == str(built)
    assert command.folder == checkout / "test" / "utfproof"


def test_a_command_is_never_given_to_a_shell(tmp_path: Path) -> None:
    shell = "'$(touch pwned)' `touch pwned` ; touch pwned > pwned && touch pwned $HOME * ~"
    item = write(tmp_path / "a", f'build: "echo {shell}"', f'run: "echo {shell}"')
    words = ["echo", "$(touch pwned)", "`touch", "pwned`", ";", "touch", "pwned", ">", "pwned"]
    assert builder.command(item).arguments == [
        *words,
        *["&&", "touch", "pwned", "$HOME", "*", "~"],
    ]
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.parametrize("key", ["run", "build"])
def test_an_open_quotation_mark_names_the_manifest(key: str, tmp_path: Path) -> None:
    lines = {"run": "run: x"} | {key: f'{key}: "driver ' + "'open\""}
    item = write(tmp_path / "a", *lines.values())
    with pytest.raises(ManifestError, match="No closing quotation: close the") as caught:
        builder.command(item)
    assert caught.value.place == item.place


def test_the_environment_of_a_run_is_small_and_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "tr_TR.ISO-8859-9")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-16")
    item = write(tmp_path / "a", "run: x", "environment: {TZ: Asia/Tokyo, OWN: word}")
    environment = builder.command(item).environment
    assert set(environment) == {
        *("PATH", "HOME", "LANG", "LC_ALL", "TZ", "PYTHONDONTWRITEBYTECODE", "OWN"),
    }
    assert environment["LC_ALL"] == "C.UTF-8"
    assert environment["TZ"] == "Asia/Tokyo"


def test_the_limits_reach_the_command(tmp_path: Path) -> None:
    item = write(tmp_path / "a", "run: x", "limits: {memory: 64 MiB}")
    assert builder.command(item).memory == 64 << 20


def test_a_folder_with_a_program_needs_no_build(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(fake_programs.file("honest"), folder)
    item = write(folder, f"run: '{PYTHON} honest.py'")
    with Session(builder.command(item), item.seconds) as session:
        assert [codec.name for codec in session.hello()] == ["fake"]
        assert session.ask("fake", Offer.parse("decode UTF-8 strict"), [b"41"]) == [b"ok 41"]


def test_a_library_that_is_missing_is_listed_with_the_package_that_brings_it(
    tmp_path: Path,
) -> None:
    item = write(
        tmp_path / "a", "requires: [no-such.pc, no/such.h, no-such.hpp, stdio.h]", "run: x"
    )
    assert needs.missing(item) == ["no-such.pc", "no/such.h", "no-such.hpp"]


def test_another_header_changes_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = tmp_path / "include" / "mine.h"
    header.parent.mkdir()
    monkeypatch.setenv("CPATH", str(header.parent))
    item = write(tmp_path / "a", "requires: [mine.h]", "run: x")
    keys = set()
    for text in ("int a;", "int b;"):
        header.write_text(text, "ascii")
        needs.listed.cache_clear()
        keys.add(build_inputs.key(item))
    assert len(keys) == 2
    assert needs.missing(item) == []


@pytest.mark.parametrize(
    ("says", "keys"),
    [("echo 1.0; echo $$ >&2", 1), ("echo 1.0 >&2", 1), ("echo $$", 2), ("echo $$ >&2", 2)],
)
def test_the_version_of_a_tool_counts_and_not_what_it_complains_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, keys: int
) -> None:
    tool = tmp_path / "tool"
    tool.write_text(f"#!/bin/sh\n{says}\n", "ascii")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    item = write(tmp_path / "a", "requires: [tool]", "run: x")
    found = set()
    for _ in range(2):
        needs._version_of_program.cache_clear()
        found.add(build_inputs.key(item))
    assert len(found) == keys


# ---- the build ----


def test_a_build_runs_in_a_copy_of_the_folder(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "mine"
    write(folder, f"build: '{PYTHON} make.py {{cache}}/driver'", "run: '{cache}/driver'")
    make = "import shutil, sys; open('litter', 'w').close(); shutil.copy('make.py', sys.argv[1])"
    (folder / "make.py").write_text(make, "ascii")
    item = manifest.load(folder)
    [driver] = builder.command(item).arguments
    assert Path(driver).read_text("ascii") == make
    assert sorted(path.name for path in folder.iterdir()) == ["adapter.yaml", "make.py"]
    assert Path(driver).is_relative_to(cache)


def test_the_steps_of_a_build_follow_each_other_in_one_copy(tmp_path: Path) -> None:
    item = write(
        tmp_path / "a",
        "build: [touch first, mv first second, 'cp second {cache}/third']",
        "run: '{cache}/third'",
    )
    [driver] = builder.command(item).arguments
    assert Path(driver).exists()


def test_a_failed_build_tells_what_it_printed(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    fail = "import sys; print('compiling'); sys.stdout.flush(); sys.exit('no such header: café')"
    (folder / "make.py").write_text(fail, "utf-8")
    item = write(folder, f"build: '{PYTHON} make.py {{cache}}'", "run: x")
    with pytest.raises(
        BuildError, match=r"the build failed \(exit status 1\): .*make.py"
    ) as caught:
        builder.command(item)
    assert caught.value.output == "compiling\nno such header: café\n"
    assert caught.value.place == item.place
    assert caught.value.exit_code == 3


def test_a_failed_build_is_tried_again(checkout: Path) -> None:
    item = counting(checkout)
    item = write(
        item.folder, f"build: ['{PYTHON} count.py {{project}}/log', 'false']", "run: 'true'"
    )
    for tries in (1, 2):
        with pytest.raises(BuildError, match="exit status 1"):
            builder.command(item)
        assert builds(checkout) == tries


def test_a_build_program_that_is_missing_is_named(tmp_path: Path) -> None:
    item = write(tmp_path / "a", "build: no-such-compiler -O2", "run: x")
    problem = r"the build failed \(No such file or directory\): no-such-compiler -O2"
    with pytest.raises(BuildError, match=problem):
        builder.command(item)


def test_a_build_has_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "_BUILD_SECONDS", 0.2)
    item = write(tmp_path / "a", "build: sleep 30", "run: x")
    with pytest.raises(BuildError, match=r"not done after 0.2 s\): sleep 30"):
        builder.command(item)


def test_a_cache_that_cannot_be_written_says_how_to_move_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "file"))
    with pytest.raises(
        BuildError, match="set UTFPROOF_CACHE to a folder that you alone can write to"
    ):
        builder.command(write(tmp_path / "a", "run: x"))


def test_a_read_only_folder_is_built_like_any_other(tmp_path: Path) -> None:
    folder = tmp_path / "installed"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "main.c").write_text("int main;", "ascii")
    check = "import os, stat, sys; sys.exit(not all(os.stat(p).st_mode & 0o200 for p in sys.argv))"
    (folder / "make.py").write_text(check, "ascii")
    item = write(folder, f"build: '{PYTHON} make.py . src src/main.c adapter.yaml'", "run: x")
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        builder.command(item)
        assert not any(path.stat().st_mode & stat.S_IWUSR for path in everything)
    finally:
        for path in everything:
            path.chmod(path.stat().st_mode | stat.S_IWUSR)


def test_the_output_of_a_build_cannot_steer_a_terminal(tmp_path: Path) -> None:
    item = write(tmp_path / "a", """build: sh -c "printf '\\033[2Jred'; exit 1" """, "run: 'true'")
    with pytest.raises(BuildError) as caught:
        builder.command(item)
    assert caught.value.output == "\ufffd[2Jred"
