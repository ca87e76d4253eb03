"""Reports of sanitizers and of valgrind, as a program leaves them on stderr when it ends.

Process numbers and addresses differ from run to run, and are left out: the words of a fault are
part of a run's result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from utfproof.model.memory_check import MemoryCheck

_ADDRESS = "of memory that it has no right to"
_OF_ADDRESS_SANITIZER = {
    "heap-use-after-free": "use after free",
    "stack-use-after-return": "use of a variable after its function",
    "stack-use-after-scope": "use of a variable after its block",
    "stack-overflow": "stack overflow",
    "dynamic-stack-buffer-overflow": "overflow of a variable",
    "stack-buffer-overflow": "overflow of a variable",
    "stack-buffer-underflow": "underflow of a variable",
    "global-buffer-overflow": "overflow of a global variable",
    "container-overflow": "overflow of a container",
    "double-free": "double free",
    "bad-free": "free of what was not allocated",
    "alloc-dealloc-mismatch": "free in another way than allocated",
    "new-delete-type-mismatch": "free in another way than allocated",
    "negative-size-param": "negative size",
    "SEGV": f"touch {_ADDRESS}",
    "BUS": f"touch {_ADDRESS}",
}
_SUMMARY = re.compile(r"^SUMMARY: (AddressSanitizer: (\S+).*)$", re.MULTILINE)
_ACCESS = re.compile(r"^(READ|WRITE) of size \d+", re.MULTILINE)
_BESIDE = re.compile(r" is located \d+ bytes (before|to the left of|after|to the right of) ")
_UNDEFINED = re.compile(r"^(.*): runtime error: (.*)$", re.MULTILINE)
_OF_VALGRIND = re.compile(r"^==\d+== ?(.*)$", re.MULTILINE)
_PLACE = re.compile(r"(?:at|by) 0x[0-9A-F]+: (.*)")
_FOLDERS = re.compile(r"\S*/(?=[^/\s]+)")
_NUMBER = re.compile(r"(?:address )?0x[0-9a-fA-F]{5,}")


class _ValgrindRule(NamedTuple):
    """Words that a report begins with and has inside, and the kind of fault that they are of."""

    begins: str
    inside: str
    kind: str


_RULES = (
    _ValgrindRule("Invalid free", " free'd", "double free"),
    _ValgrindRule("Invalid free", "", "free of what was not allocated"),
    _ValgrindRule("Mismatched free", "", "free in another way than allocated"),
    _ValgrindRule("Invalid ", " free'd", "use after free"),
    _ValgrindRule("Invalid read", " bytes after a block ", "heap overflow, read"),
    _ValgrindRule("Invalid write", " bytes after a block ", "heap overflow, write"),
    _ValgrindRule("Invalid read", " bytes before a block ", "heap underflow, read"),
    _ValgrindRule("Invalid write", " bytes before a block ", "heap underflow, write"),
    _ValgrindRule("Invalid read", "", f"read {_ADDRESS}"),
    _ValgrindRule("Invalid write", "", f"write {_ADDRESS}"),
    _ValgrindRule("Conditional jump", "", "use of what was never written"),
    _ValgrindRule("Use of uninit", "", "use of what was never written"),
    _ValgrindRule("Syscall param", "", "use of what was never written"),
    _ValgrindRule("Source and destination overlap", "", "copy onto itself"),
    _ValgrindRule("Jump to the invalid", "", "jump to what is no code"),
    _ValgrindRule("Stack overflow", "", "stack overflow"),
)


def told(check: MemoryCheck, stderr: str) -> str:
    """Return the kind of fault that a report names, and its first line; "" where there is none."""
    match check:
        case MemoryCheck.SANITIZER:
            found = _of_address_sanitizer(stderr) or _of_undefined_behaviour(stderr)
        case MemoryCheck.VALGRIND:
            found = _of_valgrind(stderr)
        case MemoryCheck.PAGES:
            found = ""
    return found.encode("ascii", "replace").decode("ascii")


def _of_address_sanitizer(stderr: str) -> str:
    summary = _SUMMARY.search(stderr)
    if summary is None:
        return ""
    line, name = summary[1], summary[2]
    access = _ACCESS.search(stderr)
    kind = _OF_ADDRESS_SANITIZER.get(name, name.replace("-", " "))
    if name == "heap-buffer-overflow" and access:
        beside = _BESIDE.search(stderr)
        before = beside and beside[1] in ("before", "to the left of")
        kind = f"heap {'underflow' if before else 'overflow'}, {access[1].lower()}"
    return _joined(kind, line, access[0] if access else "")


def _of_undefined_behaviour(stderr: str) -> str:
    found = _UNDEFINED.search(stderr)
    return _joined("undefined behaviour", f"{found[2]}, {found[1]}") if found else ""


def _of_valgrind(stderr: str) -> str:
    lines = [line.strip() for line in _OF_VALGRIND.findall(stderr)]
    for at, line in enumerate(lines):
        for rule in _RULES:
            if line.startswith(rule.begins) and rule.inside in " ".join(_report(lines[at:])):
                place = next(_places(lines[at:]), "")
                return _joined(rule.kind, f"Memcheck: {line}", place)
    return ""


def _report(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the first report: an empty one ends it."""
    for line in lines:
        if not line:
            return
        yield line


def _places(lines: Sequence[str]) -> Iterator[str]:
    """Yield the functions of a report in which memory was misused, without valgrind's own.

    Valgrind has functions of its own for `free`, `memcpy` and their kin.
    """
    for line in _report(lines):
        place = _PLACE.match(line)
        if place and "vgpreload" not in line:
            yield f"in {place[1]}"


def _joined(kind: str, *parts: str) -> str:
    text = ", ".join(filter(None, parts))
    return f"{kind}: {_NUMBER.sub('an address', _FOLDERS.sub('', text))}"
