"""The needs of an adapter on this machine: programs, and libraries that it is compiled with.

An entry of `requires` is the name of a program. One that ends `.pc` is a library as pkg-config
knows it, one that ends `.h` or `.hpp` a header: C++ finds both, C is asked for `.h` first.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from utfproof.adapters.manifest import Manifest

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

_SECONDS = 20
_C, _CPP = ("cc", "c"), ("c++", "c++")
_HEADERS = {".h": (_C, _CPP), ".hpp": (_CPP,)}


def missing(manifest: Manifest) -> list[str]:
    """List the needs of an adapter that this machine lacks: `cargo (Debian: cargo)`."""
    return lacking(manifest.requires)


def lacking(requires: Iterable[str]) -> list[str]:
    """List the entries of `requires` that this machine lacks."""
    return [
        f"{need} (Debian: {DEBIAN[need]})" if need in DEBIAN else need
        for need in requires
        if not _is_there(need)
    ]


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


def _asked(*command: str) -> bytes | None:
    """Run a command and return its output, else its complaints; None when it fails.

    Complaints may hold times and process numbers, which differ every time.
    """
    # In `/`, so that no file of the current folder takes part.
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, cwd="/")
        # Java tells its version on stderr.
        if done.returncode == 0:
            return done.stdout or done.stderr
    return None
