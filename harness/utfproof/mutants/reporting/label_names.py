"""Mutants: labels that name another encoding than they should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import Encoding
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.mutants.line_conditions import texts
from utfproof.mutants.mutant import WEB, Mutant
from utfproof.simulation.codec import SimulatedCodec

_LABEL = Offer(Op.LABEL, Encoding.NONE, Mode.NONE)
_IANA = Claims()
Names = Callable[[bytes], Encoding | None]
Fault = Callable[[Names], Names]
"""What is made of the right way to look a label up."""


def _asked_as(change: Callable[[bytes], bytes]) -> Fault:
    """Look up another label, where the one given names nothing."""
    # Right labels keep their names: the fault is one label too many.
    return lambda right: lambda label: right(label) or right(change(label))


def _renamed(encoding: Encoding, named: Encoding | None) -> Fault:
    """Name one encoding for another."""

    def fault(right: Names) -> Names:
        def names(label: bytes) -> Encoding | None:
            found = right(label)
            return named if found is encoding else found

        return names

    return fault


def _also(label: bytes, encoding: Encoding) -> Fault:
    """Know one label more."""
    return lambda right: lambda given: encoding if given.strip().lower() == label else right(given)


def _unknown(label: bytes) -> Fault:
    """Know one label less."""
    return lambda right: lambda given: None if given.strip().lower() == label else right(given)


def _exact_case(spelt: Callable[[bytes], bytes]) -> Fault:
    return lambda right: lambda label: right(label) if label == spelt(label) else None


def _default(right: Names) -> Names:
    return lambda label: right(label) or Encoding.UTF_8


def _prefix(right: Names) -> Names:
    """Compare the first five octets with the name of UTF-8."""
    return lambda label: right(label) or (Encoding.UTF_8 if label[:5].lower() == b"utf-8" else None)


def _inside(right: Names) -> Names:
    return lambda label: right(label) or (Encoding.UTF_8 if b"utf-8" in label.lower() else None)


def _any_hyphen(label: bytes) -> bytes:
    """Put a hyphen in the place of the fourth octet, as a pattern does that takes any there."""
    return label[:3] + b"-" + label[4:]


def _without_order(right: Names) -> Names:
    """Take the first six octets for the name of UTF-16."""
    return lambda label: Encoding.UTF_16 if label[:6].lower() == b"utf-16" else right(label)


def _not_stripped(right: Names) -> Names:
    return lambda label: right(label) if label == label.strip() else None


_TABLE: tuple[tuple[str, Claims, str, Fault, str], ...] = (
    (
        "upper-case-only",
        _IANA,
        "Labels are known in upper case only.",
        _exact_case(bytes.upper),
        "utf-8",
    ),
    ("a-prefix-is-enough", _IANA, "UTF-8 with anything behind it is UTF-8.", _prefix, "UTF-8x"),
    ("a-part-is-enough", _IANA, "UTF-8 is found inside longer labels.", _inside, "XUTF-8"),
    (
        "ends-at-nul",
        _IANA,
        "A label ends at its first NUL.",
        _asked_as(lambda label: label.partition(b"\0")[0]),
        "UTF-8\0.example",
    ),
    (
        "any-octet-is-the-hyphen",
        _IANA,
        "Any octet is taken for the hyphen, as by a pattern with a dot.",
        _asked_as(_any_hyphen),
        "UTFx8",
    ),
    ("unknown-is-utf-8", _IANA, "An unknown label names UTF-8.", _default, "UTF-9"),
    ("nothing-is-utf-8", _IANA, "The empty label names UTF-8.", _also(b"", Encoding.UTF_8), ""),
    (
        "utf-7-is-utf-8",
        _IANA,
        "UTF-7 is taken for UTF-8.",
        _also(b"utf-7", Encoding.UTF_8),
        "UTF-7",
    ),
    (
        "utf-16-is-utf-16le",
        _IANA,
        "UTF-16 names UTF-16LE.",
        _renamed(Encoding.UTF_16, Encoding.UTF_16LE),
        "UTF-16",
    ),
    (
        "orders-are-not-looked-at",
        _IANA,
        "UTF-16BE and UTF-16LE name UTF-16.",
        _without_order,
        "UTF-16BE",
    ),
    (
        "utf-32-is-utf-32le",
        _IANA,
        "UTF-32 names UTF-32LE.",
        _renamed(Encoding.UTF_32, Encoding.UTF_32LE),
        "UTF-32",
    ),
    (
        "web-case-counts",
        WEB,
        "Labels are known in lower case only.",
        _exact_case(bytes.lower),
        "UTF-8",
    ),
    (
        "web-white-space-counts",
        WEB,
        "White space around a label is not stripped.",
        _not_stripped,
        " utf-8",
    ),
    (
        "web-vertical-tabs-are-stripped",
        WEB,
        "A vertical tab around a label is stripped too.",
        _asked_as(lambda label: label.strip(b"\v")),
        "\vutf-8",
    ),
    (
        "web-underscores-are-hyphens",
        WEB,
        "An underscore counts as a hyphen.",
        _asked_as(lambda label: label.replace(b"_", b"-")),
        "utf_8",
    ),
    (
        "web-utf-16-is-big",
        WEB,
        "The label utf-16 names UTF-16BE.",
        _also(b"utf-16", Encoding.UTF_16BE),
        "utf-16",
    ),
    (
        "web-utf8-is-unknown",
        WEB,
        "The label utf8 is unknown.",
        _unknown(b"utf8"),
        "utf8",
    ),
    (
        "web-utf-32-is-known",
        WEB,
        "The label utf-32 names UTF-32, which the web does not have.",
        _also(b"utf-32", Encoding.UTF_32),
        "utf-32",
    ),
)


def _mutant(name: str, claims: Claims, about: str, fault: Fault, exposed: str) -> Mutant:
    right = SimulatedCodec.right(claims, Encoding.NONE).names
    wrong = fault(right)
    return Mutant(
        id=f"label/{name}",
        about=about,
        flag="Label",
        claims=claims,
        offers=(_LABEL,),
        fault=lambda codec: replace(codec, names=wrong),
        touches=texts(lambda label: wrong(label) is not right(label)),
        exposed_by=(_LABEL, render(exposed.encode("utf-8"))),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, claims, about, fault, exposed in _TABLE:
        yield _mutant(name, claims, about, fault, exposed)
