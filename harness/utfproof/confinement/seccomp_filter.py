"""The filter of system calls: what looks into other processes, or reaches deep into the kernel.

A program of the kernel's packet filter (seccomp(2)): a refused call fails with EPERM.
"""

from __future__ import annotations

import platform
import struct
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

# BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGE|K and BPF_RET|K (linux/filter.h).
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
# SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with EPERM, SECCOMP_RET_KILL_PROCESS (linux/seccomp.h).
_ALLOW, _REFUSE, _END = 0x7FFF0000, 0x00050001, 0x80000000
# Offsets in struct seccomp_data; of an argument those of its lower half.
_NUMBER, _MACHINE, _FIRST, _SECOND = 0, 4, 16, 24


class _Machine(NamedTuple):
    """A processor as the kernel's audit names it, and its numbers of system calls, by their use.

    Attributes:
        audit: The machine's number.
        deep: Calls that look into other processes, reach deep into the kernel, or make what
            outlives the program: ptrace, process_vm_readv, process_vm_writev, keyctl, add_key,
            request_key, bpf, perf_event_open, userfaultfd, kexec_load, open_by_handle_at, mount,
            umount2, pivot_root, init_module, finit_module, swapon, reboot, shmget, msgget, semget,
            mq_open, syslog.
        modes: Calls that change who may use a file, and when it was used, which Landlock has no
            rights for: chmod, chown, times and attributes, of a path and of an open file.
        socket: The call that makes a socket.
        of_others: Calls that limit or slow down the process that their first argument names, 0 for
            the caller: prlimit64, sched_setaffinity, sched_setparam, sched_setattr.
        scheduling: sched_setscheduler, which does so by the policy that its second one names.
        niceness: The calls that do so by two arguments: setpriority, ioprio_set.
    """

    audit: int
    deep: frozenset[int]
    modes: frozenset[int]
    socket: int
    of_others: frozenset[int]
    scheduling: int
    niceness: tuple[int, int]


# fmt: off
_MACHINES = {
    "x86_64": _Machine(
        0xC000003E,
        frozenset((101, 310, 311, 250, 248, 249, 321, 298, 323, 246, 304,
                   165, 166, 155, 175, 313, 167, 169, 29, 68, 64, 240, 103)),
        frozenset((90, 91, 268, 92, 93, 94, 260, 132, 235, 261, 280, 188, 189, 190, 197, 198, 199)),
        41,
        frozenset((302, 203, 142, 314)),
        144,
        (141, 251),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        frozenset((117, 270, 271, 219, 217, 218, 280, 241, 282, 104, 265,
                   40, 39, 41, 105, 273, 224, 142, 194, 186, 190, 180, 116)),
        frozenset((52, 53, 55, 54, 88, 5, 6, 7, 14, 15, 16)),
        198,
        frozenset((261, 122, 118, 274)),
        119,
        (140, 30),
    ),
}
# fmt: on
# With one number on every machine: io_uring_setup, and the newer calls that mount.
_DEEP_EVERYWHERE = frozenset((425, 428, 429, 430, 442))
_MODES_EVERYWHERE = frozenset((452, 463, 466))  # fchmodat2, setxattrat, removexattrat
_X32 = 0x40000000
_Line = tuple[int, int, int, int]


def program(*, sockets: bool, modes: bool, others: bool) -> bytes | None:
    """Return the filter for this machine; None where the numbers of its calls are not known.

    Without `sockets` none can be made, but for pairs that are joined from the start: a socket of
    a service that lies in the file system is reached without any right to files. Without `modes`
    no file's owner, mode, time or attribute can be changed. Without `others` no other process of
    the user, nor all of them, can be limited or slowed down.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None or sys.byteorder != "little":
        return None
    refused = machine.deep | _DEEP_EVERYWHERE
    refused |= frozenset() if sockets else {machine.socket}
    refused |= frozenset() if modes else machine.modes | _MODES_EVERYWHERE
    # Calls of another architecture have other numbers, which this filter would misread.
    own = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine.audit), (_RETURN, 0, 0, _END)]
    own.append((_LOAD, 0, 0, _NUMBER))
    if machine.audit == _MACHINES["x86_64"].audit:
        # The same processor knows a second set of numbers, which would walk around this one.
        own += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _REFUSE)]
    for number in sorted(refused):
        own += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    if not others:
        own += _of_others(machine)
    own.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in own)


def _of_others(machine: _Machine) -> Iterator[_Line]:
    """Yield the lines that allow to limit and slow down the caller alone."""
    priority, of_disks = machine.niceness
    for number in sorted(machine.of_others):
        yield from _allowed_if_all(number, {_FIRST: 0})
    yield from _allowed_if_all(priority, {_FIRST: 0, _SECOND: 0})  # PRIO_PROCESS
    yield from _allowed_if_all(of_disks, {_FIRST: 1, _SECOND: 0})  # IOPRIO_WHO_PROCESS
    # SCHED_OTHER is the usual policy, which runtimes set for their threads by number.
    yield (_EQUAL, 0, 6, machine.scheduling)
    yield from ((_LOAD, 0, 0, _FIRST), (_EQUAL, 3, 0, 0), (_LOAD, 0, 0, _SECOND), (_EQUAL, 1, 0, 0))
    yield from ((_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW))


def _allowed_if_all(number: int, arguments: Mapping[int, int]) -> Iterator[_Line]:
    """Yield the lines that allow a call only with certain arguments, given by their offsets."""
    # Each argument takes three lines, and the last one allows the call.
    yield (_EQUAL, 0, 3 * len(arguments) + 1, number)
    for offset, value in arguments.items():
        yield from ((_LOAD, 0, 0, offset), (_EQUAL, 1, 0, value), (_RETURN, 0, 0, _REFUSE))
    yield (_RETURN, 0, 0, _ALLOW)
