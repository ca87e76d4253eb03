"""The fuzzers that OSS-Fuzz and ClusterFuzzLite run, run here as they run them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from utfproof import locations
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.encoding import Encoding

FOLDER = Path(__file__).parents[1] / "oss_fuzz"
FUZZERS = sorted(FOLDER.glob("*_fuzzer.py"))
FAULTY = """
import sys
import atheris
from utfproof.fuzz.libfuzzer.crash_mode import crash_target
from utfproof.model.operation import Offer
from utfproof.mutants import mutant_server as served

mutant = served.chosen(["{mutant}"])[0]
codec, offer = mutant.make(), Offer.parse("decode UTF-8 strict")

def answers(line):
    return codec.answer(offer, line.decode())

play = crash_target("mutants/one", str(offer), answers, mutant.claims)

def TestOneInput(data):
    play(data)

atheris.Setup(sys.argv, TestOneInput)
atheris.Fuzz()
"""


@pytest.fixture(scope="module")
def provisions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dictionary and seeds for fuzzers of this name."""
    folder = tmp_path_factory.mktemp("provisions")
    subprocess.run([sys.executable, FOLDER / "provisions.py", folder, "a_fuzzer"], check=True)
    return folder


def run(program: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    adapters = locations.adapters()
    interfaces = [str(adapters / "python_cpython"), str(adapters / "kit" / "python")]
    path = os.pathsep.join([*interfaces, *(entry for entry in sys.path if entry)])
    return subprocess.run(
        [sys.executable, program, "-seed=1", f"-dict={folder / 'a_fuzzer.dict'}", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.slow
@pytest.mark.parametrize("fuzzer", FUZZERS, ids=lambda path: path.stem)
def test_a_right_codec_ends_well(fuzzer: Path, provisions: Path) -> None:
    done = run(fuzzer, provisions, "-atheris_runs=3000")
    assert done.returncode == 0, done.stderr
    assert "Done 3000" in done.stderr


def test_four_fuzzers_are_shipped() -> None:
    names = [path.stem.removesuffix("_fuzzer") for path in FUZZERS]
    assert names == ["chunks", "decode_replace", "decode_strict", "encode"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mutant", "signature"),
    [
        ("utf-8/overlong/c0-is-a-lead", "accepts overlong"),
        ("utf-8/leads/six-octets", "accepts six-octet form"),
    ],
)
def test_every_input_of_a_fault_gives_the_same_message(
    mutant: str, signature: str, provisions: Path, tmp_path: Path
) -> None:
    program = tmp_path / "faulty_fuzzer.py"
    program.write_text(FAULTY.format(mutant=mutant), "utf-8")
    for seed in range(1, 4):
        done = run(program, provisions, f"-seed={seed}", "-atheris_runs=100000")
        said = done.stdout + done.stderr
        assert done.returncode == 77, said
        messages = set(re.findall(r"^DivergenceError: (.*)$", said, re.MULTILINE))
        assert messages == {f"mutants/one UTF-8 decode: {signature}"}


def test_the_seeds_are_the_inputs_of_the_vectors(provisions: Path) -> None:
    with ZipFile(provisions / "a_fuzzer_seed_corpus.zip") as archive:
        found = {archive.read(name) for name in archive.namelist()}
    assert found == set(seeds(Encoding.UTF_8))


@pytest.mark.slow
def test_the_build_script_provides_for_every_fuzzer(tmp_path: Path) -> None:
    """The tools of the image are put in its place: a compiler that copies, a pip that rests."""
    source, out, tools = tmp_path / "src", tmp_path / "out", tmp_path / "tools"
    for folder in (source, out, tools):
        folder.mkdir()
    (source / "utfproof").symlink_to(FOLDER.parents[1])
    script = '#!/bin/sh\n[ "$1" = -m ] && exit\nPYTHONPATH="$UNDER_TEST" exec "$PYTHON" "$@"\n'
    (tools / "python3").write_text(script, "utf-8")
    (tools / "compile_python_fuzzer").write_text('#!/bin/sh\ncp "$1" "$OUT"\n', "utf-8")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    environment = {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "SRC": str(source),
        "OUT": str(out),
        "PYTHON": sys.executable,
        "UNDER_TEST": os.pathsep.join(entry for entry in sys.path if entry),
    }
    subprocess.run([FOLDER / "build.sh"], env=environment, check=True, capture_output=True)
    names = {path.stem for path in FUZZERS}
    for ending in (".py", ".dict", ".options", "_seed_corpus.zip"):
        endings = {path.name.removesuffix(ending) for path in out.glob(f"*{ending}")}
        assert endings == names, ending


def test_clusterfuzzlite_finds_its_files_at_the_root_of_the_repository() -> None:
    root = FOLDER.parents[1]
    own = root / ".clusterfuzzlite"
    assert {path.name for path in own.iterdir()} == {"Dockerfile", "build.sh", "project.yaml"}
    assert (own / "project.yaml").read_text("utf-8") == "language: python\n"
    copied = re.findall(r"^COPY (\S+) ", (own / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert copied == [".", ".clusterfuzzlite/build.sh"]
    assert all((root / path).exists() for path in copied)
    (called,) = re.findall(r'exec "\$SRC/utfproof/(\S+)"', (own / "build.sh").read_text("utf-8"))
    assert os.access(own / "build.sh", os.X_OK)
    assert os.access(root / called, os.X_OK)


def test_placeholders_are_listed_and_are_the_same_everywhere() -> None:
    project = (FOLDER / "project.yaml").read_text("utf-8")
    dockerfile = (FOLDER / "Dockerfile").read_text("utf-8")
    (repository,) = re.findall(r'main_repo: "(\S+)"', project)
    assert repository in dockerfile
    assert "To be filled in" in project
    assert "To be filled in" in dockerfile
