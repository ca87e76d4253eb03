"""JSON from strangers: no key twice, no number but a small integer, no endless nesting."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from utfproof.errors import CertificateRefused

Json = dict[str, Any]
"""An object of JSON; what is in it has been checked by the schema of certificates."""

_DIGITS = 15
"""Digits of the largest integer that every reader of JSON takes as it is."""
_HINT = "take the file as it was issued"


def parse(text: bytes, place: str) -> Json:
    """Read an object.

    Raises:
        CertificateRefused: it is none.
    """
    try:
        found = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_once,
            parse_int=_small,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except UnicodeDecodeError as error:
        raise CertificateRefused(
            f"octet {error.start} is no UTF-8", place=place, hint=_HINT
        ) from None
    except json.JSONDecodeError as error:
        where = f"{place}:{error.lineno}:{error.colno}"
        raise CertificateRefused(f"no JSON: {error.msg}", place=where, hint=_HINT) from None
    except RecursionError:
        raise CertificateRefused("nested too deeply", place=place, hint=_HINT) from None
    except _NotTaken as error:
        raise CertificateRefused(str(error), place=place, hint=_HINT) from None
    if not isinstance(found, dict):
        raise CertificateRefused("no JSON object", place=place, hint=_HINT)
    return found


class _NotTaken(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    # RFC 8259 section 4 leaves open which of two equal keys counts: the signer's reader and this
    # one could take different ones for signed.
    if len(found) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise _NotTaken(f"the key {twice[:40]!a} stands twice")
    return found


def _small(text: str) -> int:
    # Beyond 2^53 readers take a number for different ones (RFC 8259 section 6).
    if len(text) > _DIGITS:
        raise _NotTaken(f"the number {text[:_DIGITS]}… is too large")
    return int(text)


def _refuse(text: str) -> NoReturn:
    raise _NotTaken(f"{text[:40]} is no integer")
