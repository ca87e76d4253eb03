"""The needs of an adapter on this machine: programs, and libraries that it is compiled with.

An entry of `requires` is the name of a program. One that ends `.pc` is a library as pkg-config
knows it, one that ends `.h` or `.hpp` a header: C++ finds both, C is asked for `.h` first.

For another processor `cross-requires` says what is needed: `cc` and `c++` are the compilers for it,
and `rustc` has to have its standard library.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from utfproof.adapters.manifest import Manifest
from utfproof.model import processor
from utfproof.model.processor import PROCESSORS

DEBIAN = {
    "cargo": "cargo",
    "go": "golang-go",
    "javac": "default-jdk-headless",
    "java": "default-jre-headless",
    "mvn": "maven",
    "node": "nodejs",
    "npm": "npm",
    "perl": "perl",
    "cc": "gcc libc6-dev",
    "c++": "g++",
    "python3": "python3",
    "php": "php-cli",
    "ruby": "ruby",
    "lua5.4": "lua5.4",
    "tclsh": "tcl",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "make": "make",
    "pkg-config": "pkg-config",
    "chromium": "chromium",
    "icu-uc.pc": "libicu-dev",
    "icu-i18n.pc": "libicu-dev",
    "glib-2.0.pc": "libglib2.0-dev",
    "unistr.h": "libunistring-dev",
    "libutf8proc.pc": "libutf8proc-dev",
    "expat.pc": "libexpat1-dev",
    "sqlite3.pc": "libsqlite3-dev",
    "libxml-2.0.pc": "libxml2-dev",
    "jansson.pc": "libjansson-dev",
    "json-c.pc": "libjson-c-dev",
    "yaml-0.1.pc": "libyaml-dev",
    "libcmark.pc": "libcmark-dev",
    "gumbo.pc": "libgumbo-dev",
    "tcl.pc": "tcl-dev",
    "utf8.h": "libutfcpp-dev",
    "simdjson.pc": "libsimdjson-dev",
    "boost/locale/encoding_utf.hpp": "libboost-locale-dev",
    "boost/nowide/convert.hpp": "libboost-nowide-dev",
    "rapidjson/encodings.h": "rapidjson-dev",
}
"""A need → the Debian packages that bring it."""

_CROSS = {"cc": "gcc", "c++": "g++"}
"""A need → the end of a cross compiler's name."""
_SECONDS = 20
_C, _CPP = ("cc", "c"), ("c++", "c++")
_HEADERS = {".h": (_C, _CPP), ".hpp": (_CPP,)}


def missing(manifest: Manifest) -> list[str]:
    """List the needs of an adapter that this machine lacks: `cargo (Debian: cargo)`."""
    if not manifest.cpu:
        return lacking(manifest.requires)
    return _lacking_for(manifest.cpu, _crossed(manifest))


def obstacle(manifest: Manifest) -> str:
    """Say why an adapter cannot be built for its processor, whatever is installed; "" if it can."""
    if not manifest.cpu or manifest.cross_requires is not None or manifest.problem:
        return ""
    if any(Path(need).suffix in (".pc", *_HEADERS) for need in manifest.requires):
        return f"not for {manifest.cpu}: its libraries are installed for {processor.own()} only"
    return f"not for {manifest.cpu}: adapter.yaml has no `cross-requires`"


def lacking(requires: Iterable[str]) -> list[str]:
    """List the entries of `requires` that this machine lacks."""
    return [
        f"{need} (Debian: {DEBIAN[need]})" if need in DEBIAN else need
        for need in requires
        if not _is_there(need)
    ]


def _lacking_for(cpu: str, requires: Iterable[str]) -> list[str]:
    """List the programs that this machine lacks to build and run for another processor."""
    to = PROCESSORS[cpu]
    found = [] if shutil.which(f"qemu-{to.qemu}") else [f"qemu-{to.qemu} (Debian: qemu-user)"]
    for need in requires:
        if need in _CROSS and not shutil.which(program := f"{to.gnu}-{_CROSS[need]}"):
            found.append(f"{program} (Debian: {_CROSS[need]}-{to.gnu.replace('_', '-')})")
        elif need == "rustc" and not _has_target(to.rust):
            found.append(f"Rust's target {to.rust} (`rustup target add {to.rust}`)")
        elif Path(need).suffix == ".pc":
            if _asked("pkg-config", "--exists", Path(need).stem, **_pkg_config(cpu)) is None:
                found.append(f"{need} for {cpu}")
        elif need not in _CROSS:
            found += lacking([need])
    return found


def _has_target(rust: str) -> bool:
    """Tell whether Rust's standard library is there for a target."""
    place = _asked("rustc", "--print", "target-libdir", "--target", rust)
    return place is not None and Path(os.fsdecode(place.strip())).is_dir()


def _pkg_config(cpu: str) -> dict[str, str]:
    return {"PKG_CONFIG_LIBDIR": f"/usr/lib/{PROCESSORS[cpu].gnu}/pkgconfig"}


def versions(manifest: Manifest) -> list[bytes]:
    """Return texts that differ between versions of an adapter's needs, the emulator's too."""
    if not manifest.cpu:
        return [version(need) for need in manifest.requires]
    to = PROCESSORS[manifest.cpu]
    tools = [f"{to.gnu}-{_CROSS[need]}" if need in _CROSS else need for need in _crossed(manifest)]
    return [version(tool) for tool in (f"qemu-{to.qemu}", *tools)]


def emulator(cpu: str) -> str:
    """Return the first line in which the emulator of a processor says its version."""
    name = f"qemu-{PROCESSORS[cpu].qemu}"
    if not (program := shutil.which(name)):
        return f"{name}: missing"
    return _version_of_program(program).decode("utf-8", "replace").partition("\n")[0]


def _crossed(manifest: Manifest) -> tuple[str, ...]:
    return manifest.cross_requires or ()


def _is_there(need: str) -> bool:
    kind = Path(need).suffix
    if kind == ".pc":
        return _asked("pkg-config", "--exists", Path(need).stem) is not None
    # Headers are looked for by a compiler: only it knows its own folders.
    if kind in _HEADERS:
        return listed(need) is not None
    return shutil.which(need) is not None


def version(need: str) -> bytes:
    """Return a text that differs between versions of a need, or the size of a program without."""
    kind = Path(need).suffix
    if kind == ".pc":
        return _asked("pkg-config", "--modversion", Path(need).stem) or b""
    if kind in _HEADERS:
        return listed(need) or b""
    if "/" in need:  # a program of the adapter's own, which nothing confines here
        return _facts(need)
    return _version_of_program(shutil.which(need) or need)


@cache
def listed(header: str) -> bytes | None:
    """Preprocess a header: all that it says, with the places that it comes from."""
    for compiler, language in _HEADERS[Path(header).suffix]:
        output = _asked(compiler, "-x", language, "-E", "-include", header, "/dev/null")
        if output is not None:
            return output
    return None


@cache
def _version_of_program(program: str) -> bytes:
    # Programs do not agree on the option: `go version`, `java -version`.
    for option in ("--version", "version", "-version"):
        answer = _asked(program, option)
        if answer is not None:
            return answer
    return _facts(program)


def _facts(program: str) -> bytes:
    with contextlib.suppress(OSError):
        facts = Path(program).stat()
        return f"{facts.st_size} {facts.st_mtime_ns}".encode()
    return program.encode()


def _asked(*command: str, **environment: str) -> bytes | None:
    """Run a command and return its output, else its complaints; None when it fails.

    Complaints may hold times and process numbers, which differ every time.
    """
    # In `/`, so that no file of the current folder takes part.
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            cwd="/",
            env={**os.environ, **environment},
        )
        # Java tells its version on stderr.
        if done.returncode == 0:
            return done.stdout or done.stderr
    return None
