"""An adapter's process: how it starts, what it leaves, how it ends."""

from __future__ import annotations

import errno
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from utfproof.adapters.session.process import Process
from utfproof.confinement.command import Command
from utfproof.errors import ManifestError, UsageError

from . import fakes
from .conftest import StartWire

HARNESS = """
import sys
from pathlib import Path
from utfproof.adapters.session.process import Process
from utfproof.confinement.command import Command
process = Process(Command(sys.argv[1:], Path.cwd(), {}, 1 << 30))
print(process.pid, flush=True)
sys.stdin.read()
"""


def test_a_polite_adapter_ends_with_its_input(tmp_path: Path) -> None:
    process = Process(fakes.command("honest", tmp_path))
    process.close()
    assert process.gone() == "exit status 0"


def test_an_adapter_that_outlives_its_input_is_killed(tmp_path: Path) -> None:
    process = Process(fakes.command("outlives_its_input", tmp_path))
    started = time.monotonic()
    process.close()
    assert process.gone() == "SIGKILL"
    assert time.monotonic() - started < 2


def test_sigterm_ignored_is_no_way_out(wire_to: StartWire) -> None:
    process = wire_to("outlives_its_input").process
    assert process.gone() is None
    assert process.kill() == "SIGKILL"
    assert not fakes.left(process.pid)


def test_the_environment_is_the_manifests_and_a_mark(tmp_path: Path) -> None:
    show = "import os; print(sorted(os.environ), file=__import__('sys').stderr)"
    arguments = [sys.executable, "-S", "-E", "-c", show]
    process = Process(Command(arguments, tmp_path, {"LC_ALL": "C", "OWN": "word"}, 1 << 30))
    process.ended()
    assert process.stderr_text() == "['LC_ALL', 'OWN', 'UTFPROOF_PROCESS']\n"
    process.kill()


@pytest.mark.parametrize("end", [Process.kill, Process.close])
def test_a_daemon_with_a_session_of_its_own_is_killed_too(
    tmp_path: Path, end: Callable[[Process], object]
) -> None:
    process = Process(fakes.command("leaves_a_daemon", tmp_path))
    until = time.monotonic() + 10
    while not (tmp_path / "daemon").exists() and time.monotonic() < until:
        time.sleep(0.01)
    daemon = int((tmp_path / "daemon").read_text("ascii"))
    assert fakes.alive(daemon) == [daemon]
    end(process)
    assert not fakes.left(daemon)


def test_another_adapter_of_the_same_program_lives_on(tmp_path: Path) -> None:
    first, second = (Process(fakes.command("honest", tmp_path)) for _ in range(2))
    first.kill()
    assert second.gone() is None
    second.kill()


def test_the_program_runs_in_its_folder(tmp_path: Path) -> None:
    show = "import os, sys; sys.exit(os.getcwd())"
    process = Process(Command([sys.executable, "-c", show], tmp_path, {}, 1 << 30))
    process.ended()
    assert process.stderr_text() == f"{tmp_path}\n"
    process.kill()


def test_the_stderr_of_an_adapter_cannot_steer_a_terminal(tmp_path: Path) -> None:
    write = "import os; os.write(2, b'\\x1b[2Jred\\x07 \\xff\\n')"
    process = Process(Command([sys.executable, "-c", write], tmp_path, {}, 1 << 30))
    process.ended()
    assert process.stderr_text() == "\ufffd[2Jred\ufffd \\xff\n"
    process.kill()


def test_stderr_without_end_is_not_read_to_its_end(
    wire_to: StartWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = wire_to("honest").process
    read = 0

    def noise(_: int, size: int) -> bytes:
        nonlocal read
        read += size
        assert read <= 4 << 20
        return b"!" * size

    monkeypatch.setattr(os, "read", noise)
    assert process.stderr_text() == "!" * (64 * 1024)


def test_a_program_in_a_folder_that_is_gone_names_its_manifest(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    with pytest.raises(ManifestError) as caught:
        Process(Command([sys.executable], gone, {}, 1 << 30))
    assert caught.value.place == str(gone / "adapter.yaml")


@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv is what ties them together")
def test_an_adapter_dies_with_a_harness_that_is_killed(tmp_path: Path) -> None:
    adapter = fakes.command("outlives_its_input", tmp_path).arguments
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    harness = subprocess.Popen(
        [sys.executable, "-c", HARNESS, *adapter],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
    )
    with harness:
        pid = int(harness.stdout.readline()) if harness.stdout else 0
        assert fakes.alive(pid) == [pid]
        # Until setpriv has tied it to the harness and become the adapter it may outlive it. While
        # a program takes the place of another its command line can be read as empty.
        while Path(f"/proc/{pid}/cmdline").read_bytes().partition(b"\0")[0] != adapter[0].encode():
            time.sleep(0.01)
        harness.send_signal(signal.SIGKILL)
    assert not fakes.left(pid)


def test_the_processor_time_covers_the_program_and_its_descendants(tmp_path: Path) -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass\n"
    child = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {work!r}])\n{work}"
    wait = "print('done', flush=True)\nsys.stdin.read()\n"
    command = [sys.executable, "-c", child + wait]
    process = Process(Command(command, tmp_path, {}, 1 << 30))
    assert select.select([process.stdout], [], [], 20.0)[0]
    assert process.processor_seconds() > 0.5  # the kernel counts in hundredths, so less than 0.6
    process.close()


def test_a_machine_without_descriptors_is_no_fault_of_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(subprocess, "Popen", exhausted)
    with pytest.raises(UsageError, match="no process can be started: Too many open files"):
        Process(fakes.command("honest", tmp_path))
