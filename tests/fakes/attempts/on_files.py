"""Attempts on files: those of the user, of the harness, of other adapters, and of the system."""

from __future__ import annotations

import os
import resource
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress

from attempts.reach import GRANTED, Attempts, own_temporary, place

MANY_FILES = 100_000
LARGE_OCTETS = 3 << 40
OUTPUTS = (
    *("summary.json", "index.html", "junit.xml", "summary.md", "summary.txt", "matrix.md"),
    *("sarif.json", "badge.json", "comment.md", "certificate.json", "certificate.html"),
    *("machines", "expectations.diff", "journal.jsonl.xz", ".lock"),
)


def content(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
        return file.read(100)


def plant(folder: str) -> None:
    with open(f"{folder}/planted", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write("planted")


def overwrite(path: str, mode: str = "w") -> None:
    with open(path, mode, encoding="ascii") as file:  # noqa: PTH123
        file.write("planted\n")


def reads_the_key() -> str:
    return content(place("key"))


def reads_a_diary() -> str:
    return content(f"{place('user')}/diary")


def lists_the_home() -> str:
    return " ".join(os.listdir(place("user")))  # noqa: PTH208


def links_the_key_hard() -> str:
    path = own_temporary()
    os.link(place("key"), path)
    return content(path)


def writes_into_another_build() -> None:
    overwrite(place("build"))


def writes_into_the_cache() -> None:
    for name in ("", "/suite", "/judged", "/adapters"):
        with suppress(OSError):
            plant(place("cache") + name)


def writes_into_the_run() -> None:
    plant(place("run"))


def rewrites_the_journal() -> None:
    overwrite(f"{place('run')}/journal.jsonl", "a")


def puts_links_for_reports() -> None:
    for name in OUTPUTS:
        with suppress(FileExistsError):
            os.symlink(place("diary"), f"{place('run')}/{name}")  # noqa: PTH211


def poisons_the_package() -> None:
    os.makedirs(f"{place('package')}/__pycache__", exist_ok=True)  # noqa: PTH103
    overwrite(f"{place('package')}/__pycache__/planted-{place('mark')}.pyc")


def changes_modes_and_times() -> None:
    changes: list[Callable[[str], None]] = [
        lambda path: os.chmod(path, 0o777),  # noqa: PTH101, S103
        lambda path: os.utime(path, (1, 1)),
        lambda path: os.chown(path, 1, 1),
        lambda path: os.setxattr(path, "user.planted", b"x"),
    ]
    for change in changes:
        with suppress(OSError):
            change("own")


def puts_a_pipe_in_its_place() -> None:
    os.unlink("own")  # noqa: PTH108
    os.mkfifo("own")


def deletes_its_folder() -> None:
    shutil.rmtree(".", ignore_errors=True)


def replaces_its_program() -> None:
    overwrite("program.py")


def makes_many_files() -> None:
    os.mkdir(own_temporary())  # noqa: PTH102
    folder = os.open(own_temporary(), os.O_RDONLY)
    for at in range(MANY_FILES):
        os.close(os.open(str(at), os.O_CREAT, dir_fd=folder))


def makes_a_large_file() -> None:
    with open(own_temporary(), "wb") as file:  # noqa: PTH123
        file.truncate(LARGE_OCTETS)


def makes_a_device() -> str:
    path = own_temporary()
    os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 8))
    return GRANTED


def opens_devices() -> str:
    found = ["/dev/kmsg", "/dev/mem", "/dev/port", "/dev/fuse", "/dev/net/tun", *disks()]
    for path in found:
        with suppress(OSError):
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            return GRANTED
    return "refused: all"


def disks() -> list[str]:
    with suppress(OSError), open("/proc/partitions", encoding="ascii") as file:  # noqa: PTH123
        return [f"/dev/{line.split()[3]}" for line in file.read().splitlines()[2:]]
    return []


def dumps_core() -> str:
    if os.fork() == 0:
        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))
        os.abort()
    _, status = os.wait()
    return f"core: {os.WCOREDUMP(status)}"


FIRST: Attempts = {
    attempt.__name__: attempt
    for attempt in (
        *(reads_the_key, reads_a_diary, lists_the_home, links_the_key_hard),
        *(writes_into_another_build, writes_into_the_cache, writes_into_the_run),
        *(rewrites_the_journal, puts_links_for_reports, poisons_the_package),
        *(changes_modes_and_times, puts_a_pipe_in_its_place, makes_a_large_file),
        *(makes_a_device, opens_devices, dumps_core, makes_many_files),
    )
}
AMONG_QUESTIONS: Attempts = {
    attempt.__name__: attempt for attempt in (deletes_its_folder, replaces_its_program)
}
