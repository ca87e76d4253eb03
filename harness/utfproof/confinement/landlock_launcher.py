"""Starts a program in a Landlock domain, and ends with it all that it has started.

Run as a file, by any Python, without the package and with few modules: every start waits for them.

    python -I -S landlock_launcher.py ABI NETWORK FILTER READABLE... -- WRITABLE... -- COMMAND...

`ABI` is the version of Landlock, `NETWORK` 1 or 0, `FILTER` a descriptor with the filter of system
calls or -1; paths are absolute.

This process stays outside the domain, where the program cannot reach it. Orphans of the program
become its children, by which they are found.
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys

# Written out, because the modules that name these numbers take long to load.
_SIGKILL, _SIGTERM, _SIGSTOP = 9, 15, 19
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 22, 36, 38
# New system calls have the same number on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_MAKE_DEVICES = 1 << 6 | 1 << 11  # of characters, of blocks: a disk, the memory of the machine
_TCP = 3  # bind and connect
_SCOPE = 3  # abstract sockets and signals
_CAPABILITIES = 0x20080522  # _LINUX_CAPABILITY_VERSION_3: two sets of three masks
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scope", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    # The kernel's structure is packed: 12 octets, not 16.
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("program", ctypes.c_char_p))


def abi() -> int:
    """Return the version of Landlock that the kernel knows; 0 for none."""
    # With the flag 1 no ruleset is made: the call returns the version.
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))


def _all_of_files(version: int) -> int:
    """Return the rights to files that a version of Landlock knows."""
    # Version 1 has thirteen rights; 2 added moving between folders, 3 truncation, 5 device ioctls.
    known = (1 << 13) - 1
    for since, right in ((2, 1 << 13), (3, _TRUNCATE), (5, _IOCTL_DEV)):
        known |= right if version >= since else 0
    return known


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _restrict(version: int, network: bool, readable: list[str], writable: list[str]) -> None:
    """Put this process into a domain for ever."""
    known = _all_of_files(version)
    own = _Ruleset(known)
    if version >= 4 and not network:
        own.network = _TCP
    if version >= 6:
        own.scope = _SCOPE
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = _check(_libc.syscall(_CREATE_RULESET, ctypes.byref(own), ctypes.c_size_t(size), 0))
    for path in readable:
        _allow(rules, path, _READ & known)
    for path in writable:
        _allow(rules, path, known & ~_MAKE_DEVICES)
    for path in _DEVICES:
        _allow(rules, path, (_READ_FILE | _WRITE_FILE) & known)
    # Without this only the superuser may restrict itself: a setuid program could win rights back.
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _check(_libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _drop_capabilities() -> None:
    """Drop the superuser's capabilities."""
    # With no_new_privs no program wins them back, though it is the superuser's.
    own = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    _check(_libc.capset(*map(ctypes.byref, own)))


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    # What is not there needs no right.
    except OSError:
        return
    # What is right of a folder only is refused for a file.
    own = rights if stat.S_ISDIR(os.fstat(place).st_mode) else rights & _OF_A_FILE
    rule = _Beneath(own, place)
    _check(_libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), 0))
    os.close(place)


def _install(descriptor: int) -> None:
    program = os.read(descriptor, 1 << 16)
    # A line of the filter has eight octets.
    own = _Filter(len(program) // 8, program)
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _check(_libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(own), 0, 0))
    os.close(descriptor)


def _children(parent: int) -> list[int]:
    """List all processes below one."""
    parents = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  (pathlib takes long to load)
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                    # The name in parentheses may itself hold spaces and parentheses: the last one
                    # ends it.
                    parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
    found = {parent}
    while born := {pid for pid, above in parents.items() if above in found} - found:
        found |= born
    return sorted(found - {parent})


def _end_all() -> None:
    """Kill the program's processes again and again: they may fork meanwhile."""
    while left := _children(os.getpid()):
        # Stopped first, so that none of them forks while the others are killed.
        for number in (_SIGSTOP, _SIGKILL):
            for pid in left:
                try:
                    os.kill(pid, number)
                except OSError:
                    continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return


def _found(name: str) -> str:
    """Find a program by the path, before the modules that `os.execvp` wants are out of reach."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = f"{folder}/{name}"
        try:
            if stat.S_ISREG(os.stat(path).st_mode) and os.access(path, os.X_OK):  # noqa: PTH116
                return path
        except OSError:
            continue
    return name


def _become(arguments: list[str]) -> None:
    """Become the program, inside the domain."""
    version, network, descriptor = map(int, arguments[:3])
    readable, rest = _until_dashes(arguments[3:])
    writable, command = _until_dashes(rest)
    program = command[0] if "/" in command[0] else _found(command[0])
    parent = os.getppid()
    _libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    # The parent may have died before the call: then no signal would ever come.
    if os.getppid() != parent:
        os._exit(1)
    _restrict(version, network == 1, readable, writable)
    _drop_capabilities()
    if descriptor >= 0:
        _install(descriptor)
    os.execve(program, command, os.environ)  # noqa: S606  (no shell is wanted)


def _until_dashes(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--")
    return words[:at], words[at + 1 :]


def main() -> None:
    """Run the command of this process's arguments, and end as it ends."""
    _libc.prctl(_PR_SET_SUBREAPER, 1, 0, 0, 0)
    # SIGTERM, not SIGKILL: this process has to end the others first.
    _libc.prctl(_PR_SET_PDEATHSIG, _SIGTERM, 0, 0, 0)
    child = os.fork()
    if child == 0:
        try:
            _become(sys.argv[1:])
        except OSError as error:
            os.write(2, f"cannot be started: {error.strerror}\n".encode())
        # The status that shells give for a program that cannot be run.
        os._exit(127)
    _wait_for(child)


def _wait_for(child: int) -> None:
    """Wait for the program, end what it leaves, and end as it did; SIGTERM ends all at once."""
    import signal  # noqa: PLC0415  (it takes a while to load, which nobody waits for here)

    def stop(*_: object) -> None:
        _end_all()
        os._exit(128 + _SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    # The pipes are the program's alone: its death is to be seen by their end.
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    found, ending = 0, 0
    while found != child:
        # Orphans end here as well: only the program's own end counts.
        found, ending = os.waitpid(-1, 0)
    status = os.waitstatus_to_exitcode(ending)
    _end_all()
    if status < 0:
        # These two cannot be handled, and need no handler to be taken away.
        if -status not in (_SIGKILL, _SIGSTOP):
            signal.signal(-status, signal.SIG_DFL)
        # By the same signal, so that who waits sees how the program ended.
        os.kill(os.getpid(), -status)
    os._exit(status)


if __name__ == "__main__":
    main()
