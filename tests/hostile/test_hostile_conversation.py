"""Adapters that do not keep to the conversation: what they say, in which form, and how much."""

from __future__ import annotations

import pytest

from .conftest import Certify
from .judging import assert_as_in_the_table
from .table import ANY, BROKEN, EVERY, FAIL, PASS, SOON, Row

PLAIN = "not even plain text is answered: "
KNOWN = "all 2 known answers are wrong"
TEXT = "utf-8/well-formed/examples/[a-d]*"
ENCODED = "utf-8/encode/special/[b-e]*"

HELLO = [
    Row("stays_silent", *BROKEN, "no hello: no answer within the deadline"),
    Row("dies_before_hello", *BROKEN, "the program said: cannot load the library"),
    Row("speaks_version_2", *BROKEN, "it speaks protocol 2, not 1"),
    Row("greets_otherwise no-json", *BROKEN, "hello: it is no JSON: Expecting"),
    Row("greets_otherwise a-list", *BROKEN, "hello: it is no object of protocol"),
    Row("greets_otherwise deep", *BROKEN, "hello: .*nested too deeply"),
    Row("greets_otherwise huge", *BROKEN, "no hello: answers of more than 1 MiB"),
    Row("greets_otherwise number-of-many-digits", *BROKEN, "hello: it is no JSON: Exceeds"),
    Row("greets_otherwise twice-the-codec", *BROKEN, "a codec is named twice: fake"),
    Row("greets_otherwise another-codec", *BROKEN, "codecs that adapter.yaml does not: other"),
    Row("greets_otherwise path", *BROKEN, "a codec is called '../../fake"),
    Row("greets_otherwise line-break", *BROKEN, "a codec is called "),
    Row("greets_otherwise steering", *BROKEN, "a codec is called "),
    Row("greets_otherwise unknown-encoding", *BROKEN, "'UTF-7.* is not a valid Encoding"),
    Row("greets_otherwise unknown-mode", *BROKEN, "'gently.* is not a valid Mode"),
    Row("greets_otherwise unknown-op", *PASS),
    Row("greets_otherwise no-offers", "not-run", 5),
    Row(
        "changes_its_hello",
        *BROKEN,
        "a later process names other codecs, versions or offers",
        notes=True,
    ),
]

BLOCKS = [
    Row("answers_before_it_is_asked", *BROKEN, "more lines than were asked|without being asked"),
    Row("falls_silent", *BROKEN, f"{PLAIN}silence for 0.5 s", EVERY, seconds=SOON),
    Row("says_a_line_too_few", *BROKEN, f"{PLAIN}0 lines for 1", EVERY),
    Row("says_a_line_too_many", *BROKEN, f"{PLAIN}more lines than were asked", EVERY),
    Row("leaves_an_answer_empty", *BROKEN, "an empty line among the answers", ANY),
    Row("is_a_block_behind", *BROKEN, "lines for", EVERY),
    Row("swaps_two_lines", *FAIL, "error 1 1", "fd"),
    Row("talks_after_the_block", *BROKEN, "more lines than|without being asked", EVERY),
    Row("ends_a_block_with_two_crs", *BROKEN, f"{PLAIN}more lines than were asked", EVERY),
    Row("ends_lines_with_cr_lf", *PASS),
    Row("answers_while_it_reads", *PASS),
    Row("warns_on_stderr", *PASS),
]

WORDS = [
    Row("echoes", *BROKEN, KNOWN, EVERY),
    Row("says_the_same_always", *BROKEN, f"{KNOWN}, the first: ok 41", EVERY),
    Row("answers_without_asking", *BROKEN, KNOWN, EVERY),
    Row("refuses_everything", *BROKEN, f"{KNOWN}, the first: error 0 1", EVERY),
    Row("answers_in_utf_8", *BROKEN, "ASCII text|known answers", EVERY),
    Row("answers_in_utf_16", *BROKEN, PLAIN, EVERY),
    Row("answers_with_noise", *BROKEN, f"{PLAIN}octets that are not ASCII text", EVERY),
    Row("spells_it_otherwise nul-behind", *BROKEN, f"{PLAIN}octets that are not ASCII", EVERY),
    Row("spells_it_otherwise tab-between", *BROKEN, f"{PLAIN}octets that are not ASCII", EVERY),
    Row("spells_it_otherwise nothing", *BROKEN, f"{PLAIN}an empty line", EVERY),
    Row("spells_it_otherwise space-behind", *BROKEN, KNOWN, EVERY),
    Row("spells_it_otherwise leading-zero", *BROKEN, KNOWN, EVERY),
    Row("spells_it_otherwise prefix", *BROKEN, KNOWN, EVERY),
    Row("spells_it_otherwise beyond-32-bits", *BROKEN, KNOWN, EVERY),
    Row("spells_it_otherwise upper-case", *BROKEN, "no answer|known", ANY, case=TEXT),
    Row("spells_it_otherwise negative-offset", *BROKEN, "no answer to decode: error -0", EVERY),
    Row("spells_it_otherwise offset-of-many-digits", *BROKEN, "no answer to decode", EVERY),
    Row("spells_it_otherwise offset-beyond-input", *FAIL, "error 90 1", EVERY),
    Row(
        "spells_it_otherwise values-in-a-refusal",
        *BROKEN,
        "no answer to validate: error 0 1 41",
        EVERY,
        asked=("--op", "validate"),
    ),
    Row("spells_it_otherwise impossible", *BROKEN, f"{KNOWN}, the first: impossible", EVERY),
    Row("spells_it_otherwise failed", *BROKEN, f"{KNOWN}, the first: failed", EVERY),
    Row(
        "says_impossible", *BROKEN, "called impossible", ANY, asked=("--op", "encode"), case=ENCODED
    ),
    Row(
        "offers_what_it_cannot_do",
        *BROKEN,
        "failed unknown header",
        EVERY,
        asked=("--op", "decode-chunks"),
    ),
]


@pytest.mark.parametrize("row", [*HELLO, *BLOCKS, *WORDS], ids=str)
def test_a_broken_conversation_gets_no_certificate(row: Row, certify: Certify) -> None:
    assert_as_in_the_table(certify(row), row)
