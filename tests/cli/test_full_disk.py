"""Full and read-only disks: what was there is kept, and it is told in one line."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from progress_lines import without_progress
from utfproof import storage

from . import adapters
from .conftest import Run

# Writing beyond the limit fails as on a full disk.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
"""
COMMAND = f"{LIMITED}\nfrom utfproof.cli import main\nmain()\n"
REPLACE = f"""{LIMITED}
from pathlib import Path
from utfproof import storage
storage.replace(Path("file"), "x" * 100_000)
"""


def limited(home: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, cwd=home, check=False, timeout=120,
    )  # fmt: skip


def test_a_file_that_does_not_fit_leaves_the_old_one(home: Path) -> None:
    (home / "file").write_text("old", "utf-8")
    done = limited(home, REPLACE, "4096")
    assert "File too large" in done.stderr
    assert (home / "file").read_text("utf-8") == "old"
    assert {path.name for path in home.iterdir()} == {"cache", "file"}


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old", "utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    storage.replace(link, "new")
    assert link.is_symlink()
    assert (real.read_text("utf-8"), stat.S_IMODE(real.stat().st_mode)) == ("new", 0o640)


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        storage.replace(Path("/dev/full"), "x")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    storage.replace(pipe, "x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)


def test_vectors_are_not_exported_onto_a_full_disk(home: Path) -> None:
    (home / "cases.json").write_text("old", "utf-8")
    done = limited(home, COMMAND, "8192", "vectors", "export", "--out", "cases.json")
    told = "utfproof: cases.json: File too large: give another file: --out FILE\n"
    assert (done.returncode, without_progress(done.stderr), done.stdout) == (2, told, "")
    assert (home / "cases.json").read_text("utf-8") == "old"


def test_known_failures_are_kept_where_their_disk_is_full(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms")
    path = home / target / "expectations.yaml"
    path.write_text(f"# {'x' * 9000}\ncodecs: {{}}\n", "utf-8")
    before = path.read_text("utf-8")
    path.chmod(0o444)
    readonly = home / target
    readonly.chmod(0o555)
    try:
        said = utfproof("certify", target, "--update", "--jobs", "1", "--out", "run")
    finally:
        readonly.chmod(0o755)
    if os.geteuid():
        assert said.status == 2
        assert said.err.endswith("Permission denied: give a file of your own with --expect\n")
        assert path.read_text("utf-8") == before
    else:
        assert path.read_text("utf-8") != before


@pytest.mark.slow
def test_a_cache_that_is_full_is_a_build_that_fails(home: Path) -> None:
    target = adapters.put(
        home, "reads_by_the_table", 'build: sh -c "head -c 999999 /dev/zero > {cache}/x"'
    )
    case = ("--case", "utf-8/ill-formed/overlong-two/nul")
    done = limited(home, COMMAND, "600000", "certify", target, *case, "--format", "json")
    assert '"verdict": "broken"' in done.stdout
    assert done.returncode == 3, done.stderr
    again = limited(home, COMMAND, "3000000", "certify", target, *case, "--format", "json")
    assert again.returncode == 0, again
