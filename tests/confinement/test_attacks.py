"""What a confined program sees, writes, reaches and leaves: nothing but what is its own."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from utfproof.confinement import limited_run
from utfproof.confinement.access import Access
from utfproof.confinement.choice import Means
from utfproof.confinement.command import Command

from .conftest import Attempt

READ = "import sys; sys.stdout.write(open(sys.argv[1]).read())"
LIST = "import os, sys; print(os.listdir(sys.argv[1]))"
WRITE = "import sys; open(sys.argv[1], 'w').write('changed')"
ADD = "import sys; open(sys.argv[1] + '/added', 'w').write('changed')"
LINK = "import os, sys; os.symlink('/etc/passwd', sys.argv[1] + '/added')"
RENAME = "import os, sys; os.rename(sys.argv[1], sys.argv[1] + '2')"
REMOVE = "import os, sys; os.unlink(sys.argv[1])"
CHMOD = "import os, sys; os.chmod(sys.argv[1], 0o777)"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Return a key that lies in another folder than the adapter."""
    (tmp_path / "elsewhere").mkdir()
    path = tmp_path / "elsewhere" / "key"
    path.write_text("the secret", "ascii")
    path.chmod(0o600)
    return path


def refused(attempt: Attempt, text: str, *arguments: object) -> str:
    """Return the complaint of a program that must fail."""
    done = attempt(text, *arguments)
    assert done.ended == "exit status 1", (done.output, done.complaints)
    return done.complaints.decode().splitlines()[-1]


def test_its_own_folder_is_readable(attempt: Attempt, folder: Path) -> None:
    assert attempt(READ, folder / "own").output == b"mine"
    assert attempt("import os; print(os.getcwd())").output.decode().strip() == str(folder)


def test_its_private_folder_is_writable_and_gone_afterwards(attempt: Attempt) -> None:
    text = (
        "import os, tempfile; path = os.path.join(tempfile.gettempdir(), 'mine');"
        "open(path, 'w').write('x'); open(os.environ['HOME'] + '/y', 'w').write('y'); print(path)"
    )
    done = attempt(text)
    assert done.ended == "", done.complaints
    assert not Path(done.output.decode().strip()).exists()


@pytest.mark.parametrize("text", [READ, WRITE, REMOVE, CHMOD, RENAME])
def test_a_key_elsewhere_is_out_of_reach(attempt: Attempt, secret: Path, text: str) -> None:
    refused(attempt, text, secret)
    assert secret.read_text("ascii") == "the secret"
    assert secret.stat().st_mode & 0o777 == 0o600


def test_the_home_is_not_listed(attempt: Attempt, tmp_path: Path) -> None:
    (tmp_path / "in the home").touch()
    done = attempt(LIST, Path.home())
    assert done.ended or not {b".ssh", b".bashrc", b".cache"} & set(done.output.split(b"'"))
    done = attempt(LIST, tmp_path)
    assert b"in the home" not in done.output


@pytest.mark.parametrize("text", [ADD, LINK])
@pytest.mark.parametrize("place", ["", "build of another", "cache", "run"])
def test_nothing_is_added_to_folders_that_are_not_its_own(
    attempt: Attempt, tmp_path: Path, folder: Path, place: str, text: str
) -> None:
    target = tmp_path / place if place else folder
    target.mkdir(exist_ok=True)
    before = sorted(target.iterdir())
    refused(attempt, text, target)
    assert sorted(target.iterdir()) == before


@pytest.mark.parametrize("text", [WRITE, REMOVE, CHMOD, RENAME])
def test_its_own_files_are_not_changed(attempt: Attempt, folder: Path, text: str) -> None:
    refused(attempt, text, folder / "own")
    assert (folder / "own").read_text("ascii") == "mine"


def test_a_build_writes_to_its_own_folder_alone(
    attempt: Attempt, folder: Path, tmp_path: Path
) -> None:
    built = tmp_path / "built"
    built.mkdir()
    access = Access(readable=(folder,), writable=(built,))
    assert attempt(ADD, built, access=access).ended == ""
    assert attempt(ADD, folder, access=access).ended == "exit status 1"
    assert [path.name for path in built.iterdir()] == ["added"]


def test_passwords_of_the_system_are_hidden(attempt: Attempt) -> None:
    shadow = Path("/etc/shadow")
    if not os.access(shadow, os.R_OK):
        pytest.skip("this user may not read it anyway")
    done = attempt(READ, shadow)
    assert done.output == b""


def test_no_service_of_the_machine_is_reached(attempt: Attempt, tmp_path: Path) -> None:
    with (
        socket.socket() as server,
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as hidden,
    ):
        server.bind(("127.0.0.1", 0))
        server.listen()
        named.bind(str(tmp_path / "socket"))
        named.listen()
        hidden.bind(b"\0utfproof-test-%d" % os.getpid())
        hidden.listen()
        port = server.getsockname()[1]
        refused(attempt, f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)")
        connect = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
        refused(attempt, connect, tmp_path / "socket")
        abstract = connect.replace("sys.argv[1]", f"b'\\0utfproof-test-{os.getpid()}'")
        refused(attempt, abstract)
        datagram = (
            "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM);"
            "s.sendto(b'x', ('192.0.2.1', 9))"
        )
        refused(attempt, datagram)


@pytest.mark.parametrize("name", ["environ", "mem", "fd/0", "root/etc"])
def test_the_harness_is_not_looked_into(attempt: Attempt, name: str) -> None:
    look = (
        "import os, sys; path = sys.argv[1]; (os.listdir if path.endswith('etc') else open)(path)"
    )
    refused(attempt, look, f"/proc/{os.getpid()}/{name}")


def test_the_harness_gets_no_signal(attempt: Attempt) -> None:
    kill = f"import os; os.kill({os.getpid()}, 0)"
    assert "Error" in refused(attempt, kill)


@pytest.mark.parametrize("call", ["ptrace", "keyctl", "unshare"])
def test_calls_that_reach_further_are_refused(attempt: Attempt, means: Means, call: str) -> None:
    numbers = {"ptrace": (101, 0, 0, 0, 0), "keyctl": (250, 0, -3, 1, 0), "unshare": (272, 1 << 28)}
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers are of another machine")
    if call == "unshare" and means is Means.LANDLOCK:
        pytest.skip("a namespace gives no right to what the domain forbids")
    number, *arguments = numbers[call]
    text = (
        "import ctypes; libc = ctypes.CDLL(None, use_errno=True);"
        f"assert libc.syscall({number}, *{arguments}) == -1; print(ctypes.get_errno())"
    )
    assert attempt(text).output.strip() in {b"1", b"28"}  # EPERM, or no namespace is left


OWN = """
import os, resource
os.nice(1)
os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0))
os.sched_setaffinity(0, os.sched_getaffinity(0))
os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
# As runtimes do for each of their threads.
os.sched_setscheduler(os.getpid(), os.SCHED_OTHER, os.sched_param(0))
resource.setrlimit(resource.RLIMIT_CORE, resource.getrlimit(resource.RLIMIT_CORE))
"""


def test_it_may_slow_down_and_limit_itself(attempt: Attempt) -> None:
    done = attempt(OWN)
    assert done.ended == "", done.complaints


def test_it_has_nothing_of_the_superuser(attempt: Attempt) -> None:
    done = attempt("print(*[line for line in open('/proc/self/status') if line[:3] == 'Cap'])")
    rights = dict(line.split(":") for line in done.output.decode().split("\n") if line.strip())
    held = {name.strip(): int(mask, 16) for name, mask in rights.items()}
    # What may be won back is none, for no program is given more than it has.
    assert {held[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {0}


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        text = "import time; time.sleep(99)"
        os.execve(sys.executable, [sys.executable, "-c", text, sys.argv[1]], {})
    os._exit(0)
os.wait()
time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize("seconds", [0.3, 99])
def test_a_daemon_with_a_wiped_environment_does_not_outlive_it(
    attempt: Attempt, tmp_path: Path, seconds: float
) -> None:
    started = time.monotonic()
    attempt(DAEMON, tmp_path, seconds, seconds=2)
    assert time.monotonic() - started < 20
    assert not left(str(tmp_path))


def left(word: str, seconds: float = 3) -> list[str]:
    """List the processes that have a word among their arguments, after a moment to die."""
    until = time.monotonic() + seconds
    while True:
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if word.encode() in words and path.parent.name != str(os.getpid()):
                found.append(path.parent.name)
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.05)


@pytest.mark.slow
def test_a_hundred_thousand_files_are_gone_with_it(attempt: Attempt) -> None:
    many = (
        "import os, tempfile; folder = tempfile.gettempdir();"
        "[os.close(os.open(f'{folder}/{n}', os.O_CREAT)) for n in range(100_000)]; print(folder)"
    )
    done = attempt(many)
    assert done.ended == "", done.complaints
    assert not list(Path(done.output.decode().strip()).glob("99999"))


def test_output_without_end_fills_no_memory(attempt: Attempt) -> None:
    done = attempt("import os\nwhile True: os.write(1, b'x' * 65536)", seconds=2)
    assert done.ended == "not done after 2 s"
    assert len(done.output) <= 4 << 20


def test_a_child_that_holds_the_output_is_not_waited_for(attempt: Attempt) -> None:
    started = time.monotonic()
    done = attempt("import os, time\nif os.fork() == 0: time.sleep(60)\nprint('done', flush=True)")
    assert (done.output, done.ended) == (b"done\n", "")
    assert time.monotonic() - started < 20


def test_the_files_of_its_memory_are_limited(attempt: Attempt, means: Means) -> None:
    if means is Means.LANDLOCK:
        pytest.skip("its private folder is on the disk")
    fill = "file = open('/dev/shm/x', 'wb')\nfor _ in range(200): file.write(bytes(1 << 20))"
    assert "No space left" in refused(attempt, fill)


def test_a_death_by_a_signal_is_told_as_such(attempt: Attempt) -> None:
    assert attempt("import os; os.abort()").ended == "signal 6"


def test_a_program_that_is_not_there(means: Means, folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        limited_run.run(Command(["no-such-program"], folder, {"PATH": "/bin"}, 0, Access()), 5)
