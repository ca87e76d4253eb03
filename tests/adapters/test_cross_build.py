"""Builds for another processor: their variables, their keys, and the commands that run them."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations
from utfproof.adapters import manifest, needs
from utfproof.adapters.build import build_inputs, builder, cross_build
from utfproof.errors import ManifestError
from utfproof.model import processor

from .small_builds import write

KIT = locations.adapters() / "kit" / "c"
FOREIGN = "s390x" if processor.own() != "s390x" else "aarch64"
CROSS = "cross-requires: [cc]"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_build_steps_find_the_cross_compiler_under_the_usual_names() -> None:
    found = cross_build.environment("s390x")
    compilers = Path(found["PATH"].split(os.pathsep)[0])
    assert (compilers / "cc").read_text("ascii") == '#!/bin/sh\nexec s390x-linux-gnu-gcc "$@"\n'
    assert os.access(compilers / "c++", os.X_OK)
    named = ("UTFPROOF_CPU", "CC", "CXX", "GOOS", "GOARCH", "CARGO_BUILD_TARGET")
    assert [found[name] for name in named] == [
        "s390x",
        "s390x-linux-gnu-gcc",
        "s390x-linux-gnu-g++",
        "linux",
        "s390x",
        "s390x-unknown-linux-gnu",
    ]
    assert found["CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER"] == "s390x-linux-gnu-gcc"


@pytest.mark.skipif(processor.own() != "x86_64", reason="the name of Rust's target is another")
def test_what_runs_during_a_build_is_compiled_for_this_machine() -> None:
    found = cross_build.environment("aarch64")
    assert found["HOST_CC"] == shutil.which("cc")
    assert found["CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER"] == shutil.which("cc")


def test_each_processor_has_a_build_of_its_own(tmp_path: Path) -> None:
    own = write(tmp_path / "a", CROSS, "build: 'true'", 'run: "{cache}/x"')
    other = replace(own, cpu=FOREIGN)
    assert build_inputs.key(own) != build_inputs.key(other)
    assert builder.place(other).name.startswith(f"mine-{FOREIGN}-")
    assert builder.place(own) != builder.place(other)


def test_a_program_is_run_by_the_emulator_of_its_processor(tmp_path: Path) -> None:
    own = replace(write(tmp_path / "a", CROSS, "run: x"), cpu="armhf")
    emulator, *others = cross_build.emulated(own, [str(tmp_path / "x"), "-v"], tmp_path)
    assert Path(emulator).name == "qemu-arm"
    assert others == ["-L", "/usr/arm-linux-gnueabihf", str(tmp_path / "x"), "-v"]


def test_a_program_of_cargo_is_found_in_the_folder_of_its_target(tmp_path: Path) -> None:
    own = replace(write(tmp_path / "a", CROSS, "run: x"), cpu="riscv64")
    there = tmp_path / "riscv64gc-unknown-linux-gnu" / "release" / "x"
    there.parent.mkdir(parents=True)
    there.touch()
    program = tmp_path / "release" / "x"
    assert cross_build.emulated(own, [str(program)], tmp_path)[-1] == str(there)


def test_a_program_that_is_not_built_is_for_no_other_processor(tmp_path: Path) -> None:
    own = replace(write(tmp_path / "a", CROSS, "run: python3 x.py"), cpu=FOREIGN)
    with pytest.raises(ManifestError, match="python3 is not built"):
        cross_build.emulated(own, ["python3", "x.py"], tmp_path)


def test_codecs_of_other_processors_are_not_there(tmp_path: Path) -> None:
    write(tmp_path / "a", CROSS, "run: x")
    path = tmp_path / "a" / "adapter.yaml"
    more = f"  theirs: {{about: x, processors: [{FOREIGN}]}}\n"
    text = path.read_text("utf-8").replace("codecs: {fake: {about: x}}", "codecs:\n" + more)
    path.write_text(text + "  ours: {about: x}\n", "utf-8")
    here = manifest.load(tmp_path / "a")
    assert (list(here.codecs), here.elsewhere) == (["ours"], ("theirs",))
    there = manifest.load(tmp_path / "a", FOREIGN)
    assert (list(there.codecs), there.elsewhere) == (["theirs", "ours"], ())


def test_an_emulated_adapter_has_ten_times_as_long(tmp_path: Path) -> None:
    write(tmp_path / "a", CROSS, "run: x", "limits: {seconds-per-block: 7}")
    assert manifest.load(tmp_path / "a").seconds == 7
    assert manifest.load(tmp_path / "a", FOREIGN).seconds == 70


def test_the_standard_library_of_rust_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rustc = tmp_path / "rustc"
    rustc.write_text('#!/bin/sh\necho "$(dirname "$0")/$4"\n', "ascii")
    rustc.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    own = replace(write(tmp_path / "a", "cross-requires: [rustc]", "run: x"), cpu="riscv64")
    target = "riscv64gc-unknown-linux-gnu"
    lacks = f"Rust's target {target} (`rustup target add {target}`)"
    assert lacks in needs.missing(own)
    (tmp_path / target).mkdir()
    assert lacks not in needs.missing(own)


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("qemu-s390x") and shutil.which("s390x-linux-gnu-gcc")),
    reason="needs qemu-s390x and s390x-linux-gnu-gcc",
)
def test_a_touch_beside_the_input_shows_where_the_processor_tells_the_page_alone(
    tmp_path: Path,
) -> None:
    source = fake_programs.FOLDER / "memory" / "touches.c"
    program = tmp_path / "touches"
    files = map(str, [source, *KIT.glob("*.c"), "-o", program])
    subprocess.run(["s390x-linux-gnu-gcc", "-O1", f"-I{KIT}", *files], check=True)
    for fault, answer in {
        "reads-past": "overrun touch 1 past the end",
        "reads-before": "overrun touch 1 before the beginning",
        "writes-past": "overrun touch 1 past the end",
    }.items():
        done = subprocess.run(
            ["qemu-s390x", "-L", "/usr/s390x-linux-gnu", program],
            input=f"decode {fault} UTF-8 strict\n41\n\n".encode("ascii"),
            stdout=subprocess.PIPE,
            check=True,
            timeout=60,
        )
        assert done.stdout.split(b"\n")[0].decode("ascii") == answer
