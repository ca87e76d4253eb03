"""The codecs of a chosen adapter, asked one by one; one that cannot be is named with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from utfproof.adapters import needs
from utfproof.adapters.launch import opened
from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.errors import BuildError, UtfproofError

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class OpenCodec:
    """A codec of a running adapter, with its id, its claims and its offers."""

    id: str
    codec: Codec
    offered: CodecOffers
    session: Session


@dataclass(frozen=True, slots=True)
class AbsentCodec:
    """A codec that was not asked, and why; `broken` where that is the adapter's fault."""

    id: str
    why: str
    broken: bool = False


def each_codec(
    chosen: SelectedAdapter, ask: Callable[[OpenCodec], _Found]
) -> Iterator[_Found | AbsentCodec]:
    """Start an adapter and ask each chosen codec; a problem counts for all that are left."""
    left = chosen.by_id
    if lacking := needs.missing(chosen.manifest):
        yield from (AbsentCodec(name, f"needs {', '.join(lacking)}") for name in left)
        return
    try:
        with opened(chosen) as (session, offers):
            # A copy of the items: each codec is taken off the list once it has been asked.
            for name, codec in list(left.items()):
                known = offers.get(codec.name)
                if known is None:
                    yield AbsentCodec(name, "the adapter's hello does not name it")
                else:
                    yield ask(OpenCodec(name, codec, known, session))
                del left[name]
    except UtfproofError as error:
        printed = f"\n{error.output}" if isinstance(error, BuildError) and error.output else ""
        # The codecs that were asked before the problem keep their results.
        yield from (AbsentCodec(name, f"{error}{printed}", broken=True) for name in left)
