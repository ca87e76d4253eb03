"""Decoders are named by their answers: policy, signatures, byte order, refusals."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer
from utfproof.model.outcome import Crashed, Garbled, NotRun
from utfproof.proof.identify import signatures
from utfproof.proof.identify.corpora import OF_OCTETS, OF_UNITS
from utfproof.proof.identify.fit import ModelDifference

from .policy_codec import (
    REPLACE,
    SKIP,
    STRICT,
    STRINGS,
    PolicyCodec,
    Told,
    claiming,
    conversation,
    identified,
    option_of,
    strict_of,
)


@pytest.mark.parametrize("policy", OF_OCTETS)
def test_a_policy_of_utf_8_is_named(policy: str) -> None:
    found = option_of(identified(PolicyCodec(policy=policy), REPLACE), "replacement").fit
    assert found.fits == (policy,)
    assert (found.asked, found.differ, found.first) == (STRINGS, 0, ())


@pytest.mark.parametrize(
    ("encoding", "policy"),
    [
        *((Encoding.UTF_16BE, policy.value) for policy in OF_UNITS),
        (Encoding.UTF_16LE, "java"),
        (Encoding.UTF_16LE, "raw"),
        (Encoding.UTF_16, "whatwg"),
        (Encoding.UTF_16, "java"),
    ],
)
def test_a_policy_of_utf_16_is_named(encoding: Encoding, policy: str) -> None:
    found = identified(PolicyCodec(encoding, policy), f"decode {encoding} replace")
    assert option_of(found, "replacement", encoding).fit.fits == (policy,)


@pytest.mark.parametrize("signature", ["keep", "strip"])
def test_a_signature_that_marks_the_order_hides_no_policy(signature: str) -> None:
    codec = PolicyCodec(Encoding.UTF_16, "unit", signature, order="little")
    found = identified(codec, "decode UTF-16 replace")
    assert option_of(found, "replacement", Encoding.UTF_16).fit.fits == ("unit",)
    assert option_of(found, "signature", Encoding.UTF_16).fit.fits == (signature,)


def test_a_signature_that_is_stripped_hides_no_policy() -> None:
    codec = PolicyCodec(Encoding.UTF_16BE, "unit", "strip")
    fit = option_of(
        identified(codec, "decode UTF-16BE replace"), "replacement", Encoding.UTF_16BE
    ).fit
    assert (fit.fits, fit.asked) == (("unit",), 5_000)


def test_policies_that_are_the_same_in_utf_32_are_all_named() -> None:
    found = identified(PolicyCodec(Encoding.UTF_32LE, "java"), "decode UTF-32LE replace")
    fits = option_of(found, "replacement", Encoding.UTF_32LE).fit.fits
    assert fits == ("whatwg", "unit", "java")


def test_every_policy_skips_the_same_octets_of_utf_8() -> None:
    found = option_of(identified(PolicyCodec(policy="run"), SKIP), "skip").fit
    assert found.fits == tuple(policy.value for policy in OF_OCTETS)


def test_java_skips_its_own_units_of_error_in_utf_16() -> None:
    found = identified(PolicyCodec(Encoding.UTF_16BE, "java"), "decode UTF-16BE skip")
    assert option_of(found, "skip", Encoding.UTF_16BE).fit.fits == ("java",)


def test_where_nothing_fits_the_nearest_is_shown_with_the_shortest_differences() -> None:
    right = PolicyCodec(policy="byte")

    def codec(offer: Offer, line: str) -> bytes:
        said = right(offer, line)
        return said.replace(b" fffd", b" fffd fffd", 1) if line.startswith("fe") else said

    found = option_of(identified(codec, REPLACE), "replacement").fit
    assert (found.fits, found.nearest) == ((), "byte")
    assert found.differ == 1 + 18 + 18 * 18
    assert found.first[:2] == (
        ModelDifference("fe", "ok fffd fffd", "ok fffd"),
        ModelDifference("fe41", "ok fffd fffd 41", "ok fffd 41"),
    )


def test_accepted_inputs_are_separated_and_the_policy_is_still_identified() -> None:
    codec = PolicyCodec(policy="byte", accepted={b"\xed\xa0\x80": 0xD800, b"\xc0\x80": 0})
    found = identified(codec, STRICT, REPLACE)
    fit = option_of(found, "replacement").fit
    assert fit.fits == ("byte",)
    # ED A0 80 alone; C0 80 alone and with one octet before or behind it
    assert fit.apart.count == 1 + 1 + 18 + 18
    assert fit.asked == STRINGS - fit.apart.count
    assert fit.apart.first[0] == ModelDifference("c080", "ok 0", "error 0 1")
    # of these are accepted as a whole: two, and C0 80 beside 41
    assert strict_of(found).accepts.count == 4


def test_inputs_accepted_only_at_the_end_are_separated_only_there() -> None:
    right = PolicyCodec(policy="lead-4")

    def codec(offer: Offer, line: str) -> bytes:
        return right(offer, line.removesuffix("ff") or "-")

    fit = option_of(identified(codec, STRICT, REPLACE), "replacement").fit
    assert fit.fits == ("lead-4",)
    assert fit.apart.count == 1 + 18 + 18 * 18


def test_accepted_input_is_seen_in_a_codec_that_cannot_refuse() -> None:
    codec = PolicyCodec(policy="lead-6", accepted={b"\xed\xa0\x80": 0xD800})
    fit = option_of(identified(codec, REPLACE), "replacement").fit
    assert (fit.fits, fit.apart.count) == (("lead-6",), 1)
    assert fit.apart.first == (ModelDifference("eda080", "ok d800", "ok fffd fffd fffd"),)


def test_a_question_mark_may_stand_for_an_error() -> None:
    right = PolicyCodec(policy="lead-6")

    def codec(offer: Offer, line: str) -> bytes:
        return right(offer, line).replace(b" fffd", b" 3f")

    found = option_of(identified(codec, REPLACE), "replacement")
    assert (found.fit.fits, found.substitute) == (("lead-6",), "3f")
    assert not found.fit.apart.count


def test_dropping_what_is_ill_formed_is_no_way_to_replace_it() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        return PolicyCodec()(offer, line).replace(b" fffd", b"")

    fit = option_of(identified(codec, REPLACE), "replacement").fit
    assert (fit.fits, fit.asked, fit.apart.count) == ((), STRINGS, 0)


def test_refused_well_formed_inputs_are_separated_too() -> None:
    right = PolicyCodec(Encoding.UTF_16BE, "unit")

    def codec(offer: Offer, line: str) -> bytes:
        said = right(offer, line)
        if b" fffe" not in said and b" ffff" not in said:
            return said
        replaced = said.replace(b" fffe", b" fffd").replace(b" ffff", b" fffd")
        return b"error ? ?" if offer.mode is Mode.STRICT else replaced

    found = identified(codec, "decode UTF-16BE strict", "decode UTF-16BE replace")
    fit = option_of(found, "replacement", Encoding.UTF_16BE).fit
    assert fit.fits == ("unit",)
    assert fit.apart.first[0] == ModelDifference("fffe", "error ? ?", "ok fffe")
    assert strict_of(found, Encoding.UTF_16BE).errs.count > 100


def test_wrongly_accepted_and_wrongly_refused_inputs_are_separated_together() -> None:
    right = PolicyCodec(Encoding.UTF_16BE, "java", accepted={b"\xdb\xff": 0xDBFF})

    def codec(offer: Offer, line: str) -> bytes:
        return right(offer, line).replace(b" ffff", b" fffd")

    found = identified(codec, "decode UTF-16BE strict", "decode UTF-16BE replace")
    fit = option_of(found, "replacement", Encoding.UTF_16BE).fit
    assert fit.fits == ("java",)
    assert {"dbff", "ffff"} <= {item.input for item in fit.apart.first}


@pytest.mark.parametrize("signature", ["keep", "strip", "forbidden", "sniff"])
@pytest.mark.parametrize("mode", ["strict", "replace"])
@pytest.mark.parametrize(
    ("encoding", "op", "policy"),
    [
        (Encoding.UTF_8, "decode-chunks", "maximal-subpart"),
        (Encoding.UTF_16BE, "decode", "whatwg"),
        (Encoding.UTF_16LE, "decode", "java"),
        (Encoding.UTF_16, "decode", "whatwg"),
    ],
)
def test_the_treatment_of_signatures_is_identified(
    encoding: Encoding, op: str, policy: str, mode: str, signature: str
) -> None:
    codec = PolicyCodec(encoding, policy, signature)
    found = signatures.signature(conversation(codec, f"{op} {encoding} {mode}", encoding=encoding))
    assert found
    assert found.fit.fits == (signature,)


def test_a_sniffer_s_policy_is_asked_without_what_it_would_sniff() -> None:
    codec = PolicyCodec(policy="run", signature="sniff")
    fit = option_of(identified(codec, REPLACE), "replacement").fit
    assert (fit.fits, fit.asked) == (("run",), STRINGS - 2 * (1 + 18))


def test_stripping_every_signature_is_no_known_treatment() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        return PolicyCodec()(offer, line.replace("efbbbf", "") or "-")

    fit = option_of(identified(codec, REPLACE), "signature").fit
    assert (fit.fits, fit.nearest) == ((), "strip")
    assert {item.input for item in fit.first} == {"efbbbfefbbbf41", "41efbbbf41"}


@pytest.mark.parametrize("mode", ["strict", "replace"])
@pytest.mark.parametrize("order", ["big", "little", None])
@pytest.mark.parametrize("encoding", [Encoding.UTF_16, Encoding.UTF_32])
def test_the_order_of_unmarked_text_is_found(
    encoding: Encoding, order: str | None, mode: str
) -> None:
    codec = PolicyCodec(encoding, "whatwg", "strip", "little" if order == "little" else "big")
    codec.order = None if order is None else codec.order
    found = signatures.unmarked(conversation(codec, f"decode {encoding} {mode}", encoding=encoding))
    assert found
    assert found.fit.fits == (order or "refuse",)


def test_an_order_that_is_guessed_is_no_known_one() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        codec = PolicyCodec(Encoding.UTF_16, "whatwg")
        codec.order = "little" if line == "4100" else "big"
        return codec(offer, line)

    asked = conversation(codec, "decode UTF-16 strict", encoding=Encoding.UTF_16)
    found = signatures.unmarked(asked)
    assert found
    assert found.fit.fits == ()


def test_a_labelled_order_has_no_unmarked_text() -> None:
    codec = PolicyCodec(Encoding.UTF_16LE, "whatwg")
    asked = conversation(codec, "decode UTF-16LE strict", encoding=Encoding.UTF_16LE)
    assert signatures.unmarked(asked) is None


def test_utf_8_under_another_profile_is_read_by_its_rules() -> None:
    generalized = claiming("generalized-utf-8")
    codec = PolicyCodec(accepted={b"\xed\xa0\x80": 0xD800})
    strict = strict_of(identified(codec, STRICT, codec=generalized))
    assert strict.accepts.count == 0


def test_an_encoding_that_is_no_utf_is_left_out() -> None:
    found = identified(PolicyCodec(), "decode CESU-8 strict", "label - -")
    assert (found.encodings, found.broken) == ({}, "")


@pytest.mark.parametrize("answer", [b"ok zz", Garbled("", "too many lines"), b"failed no library"])
def test_an_adapter_that_breaks_the_protocol_identifies_nothing(answer: Answer) -> None:
    def codec(offer: Offer, line: str) -> Answer:
        return answer if line == "80" else PolicyCodec()(offer, line)

    found = identified(codec, REPLACE)
    assert found.encodings == {}
    assert "codec: decode-chunks UTF-8 replace: " in found.broken


def test_a_crash_is_an_answer_that_no_model_gives() -> None:
    def codec(offer: Offer, line: str) -> Answer:
        return Crashed("SIGSEGV") if line == "f8" else PolicyCodec()(offer, line)

    fit = option_of(identified(codec, REPLACE), "replacement").fit
    assert (fit.differ, fit.first[0].codec) == (1, "crashed: SIGSEGV")


def test_an_operation_that_was_not_run_is_not_asked() -> None:
    def codec(offer: Offer, line: str) -> Answer:
        return NotRun("the budget is spent") if line == "f8" else PolicyCodec()(offer, line)

    fit = option_of(identified(codec, REPLACE), "replacement").fit
    assert (fit.fits, fit.asked) == (("maximal-subpart",), STRINGS - 1)


def test_octets_that_a_format_excludes_are_never_sent() -> None:
    told = Told(PolicyCodec())
    codec = claiming("rfc3629", excludes=[0x80])
    found = identified(told.say, REPLACE, codec=codec)
    fit = option_of(found, "replacement").fit
    assert fit.asked == sum(17**length for length in range(4))
    assert "maximal-subpart" in fit.fits
