"""The watch over an adapter's memory: a build with sanitizers, or a run under valgrind.

Sanitizers see what the compiler compiles: adapters in C and C++ and what they compile themselves.
Valgrind sees all code of a program, but programs that compile while they run confuse it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256

from utfproof import locations
from utfproof.adapters.build.build_tools import COMPILERS, BuildTools, wrap_compilers
from utfproof.adapters.manifest import Manifest
from utfproof.confinement.command import Command
from utfproof.errors import BuildError, UsageError
from utfproof.model.memory_check import MemoryCheck

VARIABLE = "UTFPROOF_MEMORY"
"""The variable of the environment with the user's wish: it reaches all processes of a run."""
_WRAPPER = """\
#!/bin/sh
exec {compiler} -fsanitize=address,undefined -fno-sanitize-recover=all \
-fno-omit-frame-pointer -g "$@"
"""
_INSTRUMENTED = frozenset(("C", "C++"))
# Languages whose runtimes make machine code while they run, have stacks of their own, or look
# through their stack for what may be a pointer.
_CONFUSING = frozenset(("Java", "JavaScript", "C#", "Go", "Ruby"))
_OPTIONS = {
    # Leaks are looked for by ptrace, which is refused to a confined program. What is freed is kept
    # for a while, so that its use shows; the limit of memory has room for so much.
    "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=64:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "print_stacktrace=0",
}
_VALGRIND = (
    "--tool=memcheck",
    "--quiet",
    "--vgdb=no",
    "--leak-check=no",
    "--trace-children=yes",
    # The answer to the line that misused memory must not be taken for a good one.
    "--exit-on-first-error=yes",
    "--error-exitcode=99",
)
_SECONDS = 20


def wish() -> MemoryCheck:
    """Return the user's wish for this process and for all that it starts.

    Raises:
        UsageError: the variable has another value.
    """
    text = os.environ.get(VARIABLE) or MemoryCheck.PAGES
    try:
        return MemoryCheck(text)
    except ValueError:
        hint = f"set {VARIABLE} to {', '.join(MemoryCheck)}"
        raise UsageError(f"{VARIABLE}={text}: no such watch over memory", hint=hint) from None


def require(wanted: MemoryCheck) -> None:
    """Make sure that the programs are here which a watch needs.

    Raises:
        UsageError: they are not.
    """
    if wanted is MemoryCheck.VALGRIND and shutil.which("valgrind") is None:
        hint = "install it (Debian: valgrind)"
        raise UsageError("valgrind is not here", place="--memory valgrind", hint=hint)
    if wanted is MemoryCheck.SANITIZER and not any(map(shutil.which, COMPILERS)):
        hint = "install gcc with its libraries libasan and libubsan, or clang"
        raise UsageError("no compiler of C is here", place="--memory sanitizer", hint=hint)


def refuse(place: str, why: str) -> None:
    """Refuse an option that a watch other than pages does not have.

    Raises:
        UsageError: the user wishes another watch.
    """
    if wish() is not MemoryCheck.PAGES:
        raise UsageError(why, place=place, hint=f"leave out --memory {wish()}")


def name() -> str:
    """Name the wish with the version of its program, for reports; "" where pages are enough."""
    match wish():
        case MemoryCheck.VALGRIND:
            return _first_line("valgrind", "--version")
        case MemoryCheck.SANITIZER:
            compiler = _first_line("cc", "--version")
            return f"AddressSanitizer and UndefinedBehaviorSanitizer of {compiler}"
        case MemoryCheck.PAGES:
            return ""


@cache
def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, text=True)
    except (OSError, subprocess.SubprocessError):
        return command[0]
    return done.stdout.partition("\n")[0]


def of(manifest: Manifest) -> MemoryCheck:
    """Return how an adapter's memory is watched: as wished, where that can be done."""
    wanted = wish()
    return wanted if _POSSIBLE[wanted](manifest) else MemoryCheck.PAGES


def _instrumented(manifest: Manifest) -> bool:
    """Tell whether an adapter is compiled here by a compiler that knows sanitizers."""
    own = _INSTRUMENTED.intersection(_languages(manifest))
    return bool(manifest.build and own) and not set(COMPILERS).isdisjoint(manifest.requires)


def _interpreted(manifest: Manifest) -> bool:
    """Tell whether valgrind can follow an adapter's program."""
    while_running = any(codec.compiled_while_running for codec in manifest.codecs.values())
    return not while_running and _CONFUSING.isdisjoint(_languages(manifest))


_POSSIBLE: dict[MemoryCheck, Callable[[Manifest], bool]] = {
    MemoryCheck.PAGES: bool,
    MemoryCheck.SANITIZER: _instrumented,
    MemoryCheck.VALGRIND: _interpreted,
}


def _languages(manifest: Manifest) -> list[str]:
    return re.findall(r"[A-Za-z+#]+", manifest.language)


def tools(manifest: Manifest) -> BuildTools:
    """Return the tools that build an adapter as it is to be watched.

    Raises:
        BuildError: the folder for them cannot be written.
    """
    if of(manifest) is not MemoryCheck.SANITIZER:
        return BuildTools()
    folder = locations.cache() / "tools" / f"sanitizer-{_digest()}"
    try:
        return BuildTools(folder.name, {"PATH": wrap_compilers(folder, _WRAPPER)})
    except OSError as error:
        hint = "UTFPROOF_CACHE has to be a folder that can be written"
        raise BuildError(f"no sanitizers: {error}", place=str(folder), hint=hint) from None


def _digest() -> str:
    return sha256(_WRAPPER.encode()).hexdigest()[:12]


def watched(manifest: Manifest, command: Command) -> Command:
    """Return the command of an adapter's program under its watch."""
    check = of(manifest)
    own = replace(command, memory=command.memory * check.room, memory_check=check)
    match check:
        case MemoryCheck.PAGES:
            return own
        case MemoryCheck.SANITIZER:
            return replace(own, environment={**_OPTIONS, **own.environment})
        case MemoryCheck.VALGRIND:
            valgrind = shutil.which("valgrind") or "valgrind"
            return replace(own, arguments=[valgrind, *_VALGRIND, *own.arguments])
