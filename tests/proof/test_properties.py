"""Every property finds a fault that no other property finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from utfproof import mutants
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.relations.properties import RELATIONS, ask_properties
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes
from utfproof.simulation.codec import SimulatedCodec, offers
from utfproof.vectors import loader

OPS = [op for op in Op if op not in (Op.SWEEP, Op.DETECT, Op.LABEL)]
ENCODES = (Op.ENCODE, Op.ENCODE_CHUNKS, Op.ENCODE_ROOM)
GOOD = (Verdict.PASS, Verdict.UNSUPPORTED)
CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}

BOTH_WAYS = {
    "concatenation": "utf-16be/texts/a-pair-across-vectors-is-refused",
    "validity-of-the-whole": "utf-8/policies/cut-end-is-dropped",
    "chunk-independence": "utf-8/chunks/third-pending-octet-is-lost",
    "ascii-shift": "utf-8/positions/above-the-limit-across-16",
    "strict-is-no-replacement": "utf-8/carried/errors-are-forgiven-by-longer-characters",
    "skip-is-replace-without-replacements": "utf-8/policies/skip-replaces",
    "ascii-survives": "utf-8/policies/one-octet-is-swallowed",
    "offset-is-length-of-prefix": "utf-8/reports/offset-is-in-characters",
    "slice-independence": "utf-8/neighbours/reads-up-to-nul",
    "reuse-independence": "utf-8/history/pending-octets-are-kept",
    "synchronisation": "utf-16be/texts/a-lone-surrogate-loses-the-next-character",
    "signatures-stripped-when-joined": "utf-8/signatures/kept",
    "no-normalisation": "utf-8/texts/singletons-are-replaced",
    "validator-agrees": "utf-8/validators/surrogates-pass",
    "round-trip": "utf-16/encoder/the-signature-is-of-the-other-order",
    "reencoding": "utf-8/overlong/c0-80-is-nul",
}
"""Property → a fault of a codec that decodes and encodes, and offers everything."""

ONLY_ENCODERS = {
    "octets-add-up": "utf-16be/encoder/a-signature-is-written",
    "no-ascii-inside": "utf-8/related/a-tail-of-ones-is-ascii",
    "lead-tells-length": "utf-8/encoder/800-is-two-octets",
    "sort-order": "utf-8/encoder/nul-is-c0-80",
    "one-form-for-each-value": "utf-16be/encoder/supplementary-are-cut",
    "search-finds-boundaries": "utf-8/encoder/80-is-one-octet",
}
"""Property → a fault of an encoder that has no decoder beside it.

What such an encoder writes for a boundary, a right decoder reads as something else or not at all:
beside one, every one of these faults fails round-trip too, by logic and not by choice.
"""

FORMS = (
    Encoding.UTF_8,
    Encoding.UTF_16BE,
    Encoding.UTF_16LE,
    Encoding.UTF_32BE,
    Encoding.UTF_32LE,
)


class OneBuffer:
    """A codec of all forms with one buffer: a letter is left in it by what UTF-32LE reads.

    The next text shows it if it is written, at once, in UTF-8.
    """

    CLAIMS = Claims(("unicode", "rfc2781", "iso10646"))

    def __init__(self) -> None:
        self._codecs = {form: SimulatedCodec.right(self.CLAIMS, form) for form in FORMS}
        self._left = False

    def ask(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        del excluded
        answers = self._codecs[offer.encoding].ask(codec, offer, lines)
        first = answers[0]
        if self._left and offer.op is Op.ENCODE and offer.encoding is Encoding.UTF_8:
            assert isinstance(first, bytes)
            answers[0] = first.replace(b"ok ", b"ok 41", 1)
        self._left = offer.op is Op.DECODE and offer.encoding is Encoding.UTF_32LE
        return answers


def asked(codec: object, claims: Claims, of: Iterable[Offer]) -> list[CaseFinished]:
    session = cast("Session", codec)
    return [
        item.judged("codec", "codec", session, frozenset())
        for item in ask_properties(loader.load(), claims, of)
    ]


def named(events: Iterable[CaseFinished]) -> set[str]:
    return {event.case.split("/")[1] for event in events}


def failing(codec: object, claims: Claims, of: Iterable[Offer]) -> set[str]:
    return named(event for event in asked(codec, claims, of) if event.verdict not in GOOD)


def found(name: str) -> set[str]:
    """List the properties that find the fault that one of them is known to find."""
    if name == "forms-agree":
        every = [offer for form in FORMS for offer in offers(form, *OPS)]
        return failing(OneBuffer(), OneBuffer.CLAIMS, every)
    mutant = CATALOGUE[BOTH_WAYS.get(name) or ONLY_ENCODERS[name]]
    ops = OPS if name in BOTH_WAYS else ENCODES
    return failing(mutant.make(), mutant.claims, offers(mutant.encoding, *ops))


@pytest.mark.parametrize("name", [name.partition("/")[2] for name in RELATIONS])
def test_each_property_alone_finds_a_fault(name: str) -> None:
    assert found(name) == {name}


@pytest.mark.parametrize("name", ONLY_ENCODERS)
def test_beside_a_right_decoder_a_fault_of_an_encoder_is_lost_on_the_way_back(name: str) -> None:
    mutant = CATALOGUE[ONLY_ENCODERS[name]]
    every = failing(mutant.make(), mutant.claims, offers(mutant.encoding, *OPS))
    # A signature that was not asked for is forgiven on the way back, and seen on the second way.
    assert every >= {name, "reencoding" if name == "octets-add-up" else "round-trip"}


@pytest.mark.parametrize("form", FORMS)
def test_a_right_codec_keeps_to_every_property_that_speaks_of_it(form: Encoding) -> None:
    claims = OneBuffer.CLAIMS
    events = asked(SimulatedCodec.right(claims, form), claims, offers(form, *OPS))
    verdicts = {event.case: event.verdict for event in events}
    assert set(verdicts.values()) <= set(GOOD)
    kept = named(event for event in events if event.verdict is Verdict.PASS)
    if form is Encoding.UTF_8:  # it keeps its signature, and has no other form to go through
        assert RELATIONS.keys() - {f"properties/{name}" for name in kept} == {
            "properties/signatures-stripped-when-joined",
            "properties/forms-agree",
        }


def test_a_codec_of_one_form_has_no_way_through_all_forms() -> None:
    claims = Claims(("unicode",))
    right = SimulatedCodec.right(claims, Encoding.UTF_8)
    events = asked(right, claims, offers(Encoding.UTF_8, Op.DECODE, Op.ENCODE))
    [verdict] = [event.verdict for event in events if event.case == "properties/forms-agree/utf-8"]
    assert verdict is Verdict.UNSUPPORTED


def test_an_encoder_that_writes_nothing_for_a_character_is_judged() -> None:
    claims = Claims(("unicode",))
    right = SimulatedCodec.right(claims, Encoding.UTF_8)

    def write(value: int) -> bytes | None:
        return schemes.encode_value(Scheme.UTF_8, value) if value else b""

    codec = replace(right, writer=replace(right.writer, write=write))
    broken = failing(codec, claims, offers(Encoding.UTF_8, Op.ENCODE))
    assert broken == {
        "lead-tells-length",
        "one-form-for-each-value",
        "search-finds-boundaries",
    }


def test_the_octets_of_a_value_are_no_beginning_of_anothers() -> None:
    claims = Claims(("rfc2781",))
    right = SimulatedCodec.right(claims, Encoding.UTF_16BE)

    def write(value: int) -> bytes | None:
        octets = schemes.encode_value(Scheme.UTF_16BE, value)
        return b"\xd8\x00" if value == 0x41 else octets

    codec = replace(right, writer=replace(right.writer, write=write))
    asked_of = offers(Encoding.UTF_16BE, Op.ENCODE)
    assert failing(codec, claims, asked_of) == {"one-form-for-each-value"}
