"""Builds of native adapters that count which of their code runs, for whoever maps the counters.

The adapter's own build steps run, with compilers of the same names in front that add the
instrumentation; so the program is still an adapter, and its codecs crash in their own process.
Libraries of the system, which the build only links, are not instrumented.
"""

from __future__ import annotations

import mmap
import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from utfproof import locations
from utfproof.adapters.build import builder
from utfproof.adapters.build.build_tools import COMPILERS, BuildTools, wrap_compilers
from utfproof.adapters.manifest import Manifest
from utfproof.confinement.command import Command
from utfproof.errors import BuildError

COUNTERS = 8192
_SHIM = Path(__file__).with_suffix(".c")
_BUILDERS = frozenset({*COMPILERS, "cargo"})
_SECONDS = 60
_WRAPPER = """\
#!/bin/sh
# The compiler, instrumenting; what is linked gets the counters.
case " $* " in
*" -c "* | *" -S "* | *" -E "* | *" -M "*) exec {compiler} -fsanitize-coverage=trace-pc "$@" ;;
*) exec {compiler} -fsanitize-coverage=trace-pc "$@" {shim} ;;
esac
"""
_RUST = (
    "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 "
    "-Cllvm-args=-sanitizer-coverage-trace-pc"
)


@dataclass(frozen=True, slots=True)
class CoverageBuild:
    """The command of an instrumented adapter, and the counters that its processes share."""

    command: Command
    counters: mmap.mmap


def possible(manifest: Manifest) -> bool:
    """Tell whether an adapter is built by compilers that can instrument, as far as it shows."""
    return bool(manifest.build) and not _BUILDERS.isdisjoint(manifest.requires)


def counted(manifest: Manifest, path: Path) -> CoverageBuild:
    """Build an adapter with instrumentation; its counters are in the file `path`, made anew.

    Raises:
        BuildError: it does not build so.
    """
    path.write_bytes(bytes(COUNTERS))
    plain = builder.command(manifest, _tools())
    environment = {**plain.environment, "UTFPROOF_COUNTERS": str(path.resolve())}
    with path.open("r+b") as file:
        counters = mmap.mmap(file.fileno(), COUNTERS)
    seen = plain.access
    if seen:
        seen = replace(seen, writable=(*seen.writable, path.resolve()))
    return CoverageBuild(replace(plain, environment=environment, access=seen), counters)


def _tools() -> BuildTools:
    """Put the compilers of this machine, instrumenting, in front of the path."""
    content = _SHIM.read_text("ascii") + _WRAPPER + _RUST
    folder = locations.cache() / "tools" / f"coverage-{sha256(content.encode()).hexdigest()[:12]}"
    shim = folder / "coverage.o"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not shim.exists():
            _compiled(shim)
        path = wrap_compilers(folder, _WRAPPER, shim=shlex.quote(str(shim)))
    except (OSError, subprocess.SubprocessError) as error:
        hint = "install gcc or clang; UTFPROOF_CACHE has to be a folder that can be written"
        raise BuildError(f"no tools for coverage: {error}", place=str(folder), hint=hint) from None
    flags = f"{os.environ.get('RUSTFLAGS', '')} {_RUST}".strip()
    return BuildTools(folder.name, {"PATH": path, "RUSTFLAGS": flags})


def _compiled(shim: Path) -> None:
    compiler = shutil.which("cc") or "cc"
    beside = shim.with_suffix(f".{os.getpid()}")
    words = [compiler, "-O2", "-fPIC", "-c", str(_SHIM), "-o", str(beside)]
    subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=True
    )
    beside.replace(shim)
