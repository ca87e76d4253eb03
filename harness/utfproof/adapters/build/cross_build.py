"""Builds for another processor: compilers in front of the path, and QEMU in front of the program.

Build steps stay as they are: `cc` and `c++` are the cross compilers there, and pkg-config, Cargo
and Go find by their own variables what they compile for.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

from utfproof import locations
from utfproof.adapters.build.build_tools import path_with_programs
from utfproof.adapters.manifest import Manifest
from utfproof.errors import BuildError, ManifestError
from utfproof.model import processor
from utfproof.model.processor import PROCESSORS

VARIABLE = "UTFPROOF_CPU"
"""The variable by which build steps know the processor, where it is not this machine's own."""
_COMPILERS = {"cc": "gcc", "gcc": "gcc", "c++": "g++", "g++": "g++", "ar": "ar", "ranlib": "ranlib"}
_WRAPPER = '#!/bin/sh\nexec {tool} "$@"\n'


def environment(cpu: str) -> dict[str, str]:
    """Return the variables of a build for a processor.

    Raises:
        BuildError: the cache cannot be written.
    """
    to = PROCESSORS[cpu]
    target, upper = to.rust.replace("-", "_"), to.rust.replace("-", "_").upper()
    tools = {"CC": f"{to.gnu}-gcc", "CXX": f"{to.gnu}-g++", "AR": f"{to.gnu}-ar"}
    return {
        VARIABLE: cpu,
        "PATH": _path(cpu),
        **tools,
        **{f"{name}_{target}": tool for name, tool in tools.items()},
        # Libraries of this machine's own processor are not found.
        "PKG_CONFIG_LIBDIR": f"/usr/lib/{to.gnu}/pkgconfig",
        "CARGO_BUILD_TARGET": to.rust,
        f"CARGO_TARGET_{upper}_LINKER": f"{to.gnu}-gcc",
        **to.go,
        **_own_compilers(),
    }


def _own_compilers() -> dict[str, str]:
    """Name the compilers of this machine's own processor, for programs that run during a build."""
    found = {name: shutil.which(name) for name in ("cc", "c++")}
    named = {"HOST_CC": found["cc"], "HOST_CXX": found["c++"]}
    if own := PROCESSORS.get(processor.own()):
        named[f"CARGO_TARGET_{own.rust.replace('-', '_').upper()}_LINKER"] = found["cc"]
    return {name: path for name, path in named.items() if path}


def _path(cpu: str) -> str:
    """Return a path with the compilers for a processor in front, by the names of build steps."""
    gnu = PROCESSORS[cpu].gnu
    texts = {name: _WRAPPER.format(tool=f"{gnu}-{tool}") for name, tool in _COMPILERS.items()}
    digest = sha256("".join(texts.values()).encode("ascii")).hexdigest()[:12]
    folder = locations.cache() / "tools" / f"{cpu}-{digest}"
    try:
        return path_with_programs(folder, texts)
    except OSError as error:
        hint = "UTFPROOF_CACHE has to be a folder that can be written"
        raise BuildError(str(error.strerror), place=str(folder), hint=hint) from None


def emulated(manifest: Manifest, arguments: list[str], built: Path) -> list[str]:
    """Return the command that runs a program of a build on the processor that it was built for.

    Raises:
        ManifestError: the program is not one of the build.
    """
    program, *others = arguments
    if not Path(program).is_relative_to(built):
        problem = f"{program} is not built, so that it cannot be built for {manifest.cpu}"
        hint = "`run:` a program in {cache}, or take `cross-requires` out"
        raise ManifestError(problem, place=manifest.place, hint=hint)
    to = PROCESSORS[manifest.cpu]
    # Cargo puts what it compiles for a target into a folder of that name.
    of_cargo = built / to.rust / Path(program).relative_to(built)
    program = str(of_cargo if of_cargo.is_file() else program)
    emulator = shutil.which(f"qemu-{to.qemu}") or f"qemu-{to.qemu}"
    return [emulator, "-L", f"/usr/{to.gnu}", program, *others]
