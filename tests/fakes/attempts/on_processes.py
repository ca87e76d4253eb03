"""Attempts on other processes: a look inside, signals, their limits, and a life of one's own."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
from contextlib import suppress

from attempts.reach import GRANTED, Attempts, call, number, place, system_call

PTRACE_SEIZE = 0x4206
MOST_DESCRIPTORS = 256


def _of_the_other(name: str) -> str:
    with open(f"/proc/{number('other')}/{name}", "rb") as file:  # noqa: PTH123
        found = file.read()
    # The secret may stand behind much else.
    at = found.find(b"secret-")
    return found[max(at, 0) :][:60].decode("utf-8", "replace")


def reads_variables() -> str:
    return _of_the_other("environ")


def reads_arguments() -> str:
    return _of_the_other("cmdline")


def reads_memory() -> str:
    with open(f"/proc/{number('other')}/mem", "rb", buffering=0) as file:  # noqa: PTH123
        file.seek(number("address"))
        return file.read(60).decode("utf-8", "replace")


def reads_descriptors() -> str:
    return _of_the_other(f"fd/{number('descriptor')}")


class _Piece(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def reads_memory_by_a_call() -> str:
    own = ctypes.create_string_buffer(60)
    here = _Piece(ctypes.addressof(own), 60)
    there = _Piece(number("address"), 60)
    pieces = (ctypes.byref(here), ctypes.c_ulong(1), ctypes.byref(there), ctypes.c_ulong(1))
    call("process_vm_readv", number("other"), *pieces, ctypes.c_ulong(0))
    return own.raw.decode("utf-8", "replace")


def traces() -> str:
    call("ptrace", PTRACE_SEIZE, ctypes.c_long(number("other")), None, None)
    return GRANTED


def takes_a_descriptor() -> str:
    pid = os.pidfd_open(number("other"))
    own = system_call(438, 438, pid, number("descriptor"), 0)
    return os.pread(own, 60, 0).decode("ascii", "replace")


def asks_it_to_end() -> None:
    os.kill(number("other"), signal.SIGTERM)


def stops_it() -> None:
    os.kill(number("other"), signal.SIGSTOP)


def kills_it() -> None:
    os.kill(number("other"), signal.SIGKILL)


def kills_its_group() -> None:
    os.killpg(number("other"), signal.SIGKILL)


def signals_the_harness() -> None:
    # A signal that does nothing unless somebody waits for it.
    for pid in (number("harness"), os.getppid()):
        with suppress(OSError):
            os.kill(pid, signal.SIGURG)


def signals_everybody() -> None:
    os.kill(-1, signal.SIGURG)


def kills_its_parent() -> None:
    os.kill(os.getppid(), signal.SIGKILL)


def slows_it_down() -> None:
    os.setpriority(os.PRIO_PROCESS, number("other"), 7)


def schedules_it() -> None:
    os.sched_setscheduler(number("other"), os.SCHED_IDLE, os.sched_param(0))


def limits_it() -> None:
    resource.prlimit(number("other"), resource.RLIMIT_CPU, (1000, 1000))


def raises_its_own_limits() -> str:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most + 1, most + 1))
    except ValueError:  # Python's word for EPERM here
        return "refused: EPERM"
    return GRANTED


def takes_precedence() -> str:
    with suppress(OSError):
        os.nice(-1)
        return GRANTED
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    return GRANTED


def _leave_a_daemon(closed: range) -> None:
    """Leave a process to itself, and wait until it runs the program that has the mark."""
    reader, writer = os.pipe()
    if os.fork():
        os.wait()
        os.close(writer)
        os.read(reader, 1)
        return
    os.setsid()
    if os.fork() == 0:
        # The pipe is closed when the program is replaced, and not before.
        for descriptor in {*closed} - {writer}:
            with suppress(OSError):
                os.close(descriptor)
        words = [sys.executable, "-S", "-c", "import time; time.sleep(99)", place("mark")]
        os.execve(sys.executable, words, {})  # noqa: S606
    os._exit(0)


def leaves_a_daemon() -> None:
    _leave_a_daemon(range(MOST_DESCRIPTORS))


def leaves_a_daemon_at_stdout() -> None:
    _leave_a_daemon(range(1))


def leaves_a_child_at_stderr() -> None:
    if os.fork() == 0:
        os.close(0)
        os.close(1)
        words = [sys.executable, "-S", "-c", "import time; time.sleep(99)", place("mark")]
        os.execv(sys.executable, words)  # noqa: S606


def burns_time_in_a_child() -> None:
    if os.fork() == 0:
        os.closerange(0, MOST_DESCRIPTORS)
        while True:
            time.monotonic()


def writes_to_what_it_inherits() -> str | None:
    found = []
    for descriptor in range(3, MOST_DESCRIPTORS):
        with suppress(OSError):
            os.write(descriptor, b"planted")
            found.append(descriptor)
    return GRANTED if found else None


FIRST: Attempts = {
    attempt.__name__: attempt
    for attempt in (
        *(reads_variables, reads_arguments, reads_memory, reads_descriptors),
        *(reads_memory_by_a_call, traces, takes_a_descriptor),
        *(asks_it_to_end, stops_it, kills_it, kills_its_group),
        *(signals_the_harness, signals_everybody, kills_its_parent),
        *(slows_it_down, schedules_it, limits_it, raises_its_own_limits, takes_precedence),
        *(leaves_a_daemon, leaves_a_daemon_at_stdout, leaves_a_child_at_stderr),
        *(burns_time_in_a_child, writes_to_what_it_inherits),
    )
}
