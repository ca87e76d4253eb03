"""Processors: this machine's own, and others, for which programs are compiled and emulated."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Processor(NamedTuple):
    """A processor by the names that tools have for it.

    Attributes:
        gnu: GNU's, in front of the names of its compilers, and of the folder of its libraries.
        qemu: QEMU's, behind `qemu-`.
        rust: Rust's target.
        go: The environment of Go's compiler.
    """

    gnu: str
    qemu: str
    rust: str
    go: Mapping[str, str]


_LINUX = {"GOOS": "linux"}
PROCESSORS: Mapping[str, Processor] = MappingProxyType(
    {
        "aarch64": Processor(
            "aarch64-linux-gnu",
            "aarch64",
            "aarch64-unknown-linux-gnu",
            {**_LINUX, "GOARCH": "arm64"},
        ),
        "armhf": Processor(
            "arm-linux-gnueabihf",
            "arm",
            "armv7-unknown-linux-gnueabihf",
            {**_LINUX, "GOARCH": "arm", "GOARM": "7"},
        ),
        "ppc64le": Processor(
            "powerpc64le-linux-gnu",
            "ppc64le",
            "powerpc64le-unknown-linux-gnu",
            {**_LINUX, "GOARCH": "ppc64le"},
        ),
        "riscv64": Processor(
            "riscv64-linux-gnu",
            "riscv64",
            "riscv64gc-unknown-linux-gnu",
            {**_LINUX, "GOARCH": "riscv64"},
        ),
        "s390x": Processor(
            "s390x-linux-gnu",
            "s390x",
            "s390x-unknown-linux-gnu",
            {**_LINUX, "GOARCH": "s390x"},
        ),
        "x86_64": Processor(
            "x86_64-linux-gnu",
            "x86_64",
            "x86_64-unknown-linux-gnu",
            {**_LINUX, "GOARCH": "amd64"},
        ),
    }
)
"""The processors that can be named, by the names that Debian's tools and Linux have for them."""
_ALIASES = {"arm64": "aarch64", "amd64": "x86_64", "armv7l": "armhf"}


def own() -> str:
    """Return the name of this machine's processor."""
    machine = platform.machine()
    return _ALIASES.get(machine, machine)
