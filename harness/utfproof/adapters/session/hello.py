"""Hello: an adapter's account of its codecs, read from the line that it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from utfproof import strict_json
from utfproof.adapters.session.process import printable
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer, Op

NAME = re.compile(r"[A-Za-z0-9._+-]+")
"""The name of a codec (PROTOCOL.md, Blocks)."""

_LONGEST_VERSION = 200


@dataclass(frozen=True, slots=True)
class CodecOffers:
    """The account of one codec in hello."""

    name: str
    version: str
    offers: tuple[Offer, ...]


def read(line: bytes, place: str) -> tuple[CodecOffers, ...]:
    """Read the answer to `hello 1`; `place` is that of the manifest, for errors.

    Raises:
        ManifestError: it is not the hello of protocol version 1.
    """

    def wrong(problem: str) -> ManifestError:
        return ManifestError(f"hello: {problem}", place=place, hint="see adapters/PROTOCOL.md")

    try:
        node: Any = strict_json.parse(line)
        if node["protocol"] != 1:
            raise wrong(f"the adapter speaks protocol {node['protocol']!r}, not 1")
        codecs = tuple(_codec(entry) for entry in node["codecs"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise wrong(f"{error!r} in {line[:200]!r}") from None
    if len({codec.name for codec in codecs}) < len(codecs):
        raise wrong(f"a codec is named twice: {', '.join(codec.name for codec in codecs)}"[:400])
    return codecs


def _codec(entry: dict[str, object]) -> CodecOffers:
    offers = entry["offers"]
    if not isinstance(offers, list):
        raise TypeError("offers is a list of strings")
    # An op that this version does not know is one that it does not ask (PROTOCOL.md).
    parsed = [Offer.parse(offer) for offer in offers if offer.partition(" ")[0] in set(Op)]
    name, version = str(entry["name"]), printable(str(entry["version"]))
    if not NAME.fullmatch(name):
        raise ValueError(f"{name[:200]!r} is no name of a codec")
    return CodecOffers(name, version[:_LONGEST_VERSION], tuple(dict.fromkeys(parsed)))
