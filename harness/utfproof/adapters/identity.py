"""The identity of an adapter: digests of its sources, and of its build."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof import digests
from utfproof.adapters.build import build_inputs, builder
from utfproof.adapters.manifest import Manifest
from utfproof.errors import BuildError


@dataclass(frozen=True, slots=True)
class Identity:
    """The digests of an adapter; `product` is "" where nothing was built.

    `key` is that of its build: all that goes into it, the versions of its tools too.
    """

    key: str
    sources: str
    product: str


def sources(manifest: Manifest) -> str:
    """Digest the parts of an adapter; no program is started for it.

    Raises:
        ManifestError: a pattern of `sources` matches no file.
        BuildError: a file cannot be read.
    """
    try:
        return digests.of_files(build_inputs.inputs(manifest))
    except OSError as error:
        raise _unreadable(error) from None


def product(manifest: Manifest) -> str:
    """Digest the build of an adapter, which is not made here; "" where nothing was built.

    Its place depends on the versions of the tools that the manifest requires: these are started.

    Raises:
        ManifestError: a pattern of `sources` matches no file.
        BuildError: a file cannot be read.
    """
    try:
        built = builder.place(manifest) if manifest.build else None
        return builder.product(built) if built and (built / builder.DONE).exists() else ""
    except OSError as error:
        raise _unreadable(error) from None


def of(manifest: Manifest) -> Identity:
    """Digest an adapter and its build, which is not made here.

    Raises:
        ManifestError: a pattern of `sources` matches no file.
        BuildError: a file cannot be read.
    """
    own = product(manifest)
    try:
        return Identity(build_inputs.key(manifest), sources(manifest), own)
    except OSError as error:
        raise _unreadable(error) from None


def _unreadable(error: OSError) -> BuildError:
    hint = "its digest is part of what a run says: make the file readable"
    return BuildError(str(error.strerror), place=str(error.filename), hint=hint)
