"""What stands where a codec leaves the reference, and what it does there."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.answer_lines import parse
from utfproof.fuzz.targets.divergence import classify
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims

EVERY = (
    "rfc3629", "rfc2781", "iso10646"
)  # fmt: skip


def target(offer: str, **options: str) -> FuzzTarget:
    (found,) = fuzz_targets("a/b", Claims(EVERY, options), [Offer.parse(offer)])
    return found


DECODED = [
    # offer, input, answer, what it is about
    ("decode UTF-8 strict", "c080", "ok 0", "accepts overlong"),
    ("decode UTF-8 strict", "eda080", "ok d800", "accepts surrogate"),
    ("decode UTF-8 strict", "41e2", "overrun read 1 past the end", "touches memory past its input"),
    (
        "decode UTF-8 replace",
        "41",
        "overrun read 1 before the beginning",
        "touches memory before its input",
    ),
    ("decode UTF-8 strict", "41", "unstable ok 41 ; ok 42", "answers in two ways"),
    ("decode UTF-8 strict", "f4908080", "ok 110000", "accepts beyond Unicode"),
    ("decode UTF-8 strict", "f5808080", "ok fffd", "accepts beyond Unicode"),
    ("decode UTF-8 strict", "f888808080", "ok 200000", "accepts five-octet form"),
    ("decode UTF-8 strict", "fc8480808080", "ok 4000000", "accepts six-octet form"),
    ("decode UTF-8 strict", "ff", "ok ff", "accepts FE or FF"),
    ("decode UTF-8 strict", "9080", "ok 400", "accepts stray tail"),
    ("decode UTF-8 strict", "41e282", "ok 41", "accepts cut by the end"),
    ("decode UTF-8 strict", "e28241", "ok 2041", "accepts cut by another octet"),
    ("validate UTF-8 strict", "c080", "ok", "accepts overlong"),
    ("decode UTF-8 strict", "41efbfbe", "error 1 1", "refuses noncharacter"),
    ("decode UTF-8 strict", "41c3a9", "error ? ?", "refuses U+0080..U+07FF"),
    ("decode UTF-8 strict", "41c3a9", "ok 41 e8", "misreads values"),
    ("decode UTF-8 strict", "4100", "ok 41", "drops NUL"),
    ("decode UTF-8 strict", "efbbbf41", "ok 41", "drops signature"),
    ("decode UTF-8 strict", "efbbbfefbbbf", "ok feff", "drops signature"),
    ("decode UTF-8 strict", "41ff", "error 0 1", "refuses ASCII"),
    ("decode UTF-8 strict", "41ff41", "error 2 1", "tells another offset"),
    ("decode UTF-8 strict", "41e28241", "error 1 1", "tells another length"),
    ("decode UTF-8 strict", "41ff", "error 1 1 41 fffd", "delivers other text before the error"),
    ("decode UTF-8 strict", "41ff", "error 1 1 42", "misreads values"),
    ("decode UTF-8 replace", "c080", "ok 0", "accepts overlong"),
    ("decode UTF-8 replace", "41c08042", "ok 41 2f 42", "accepts overlong"),
    ("decode UTF-8 replace", "eda080", "ok fffd", "replaces otherwise"),
    ("decode UTF-8 replace", "e28241", "ok fffd", "loses what follows cut by another octet"),
    ("decode UTF-8 replace", "e2824142", "ok fffd 42", "loses what follows cut by another octet"),
    ("decode UTF-8 replace", "efbfbe", "ok fffd fffd fffd", "refuses noncharacter"),
    ("decode UTF-8 replace", "efbfbd", "ok fffd fffd fffd", "refuses U+FFFD"),
    ("decode UTF-8 replace", "f8808080e08080", "ok fffd fffd fffd fffd 0", "accepts overlong"),
    ("decode UTF-8 replace", "fc90fc9080808080", "ok fffd 10000000", "accepts six-octet form"),
    ("decode UTF-8 skip", "41efbfbe", "ok 41", "refuses noncharacter"),
    (
        "decode-replaced UTF-8 replace",
        "41ff",
        "ok no 41 fffd",
        "tells wrongly whether it replaced FE or FF",
    ),
    (
        "decode-replaced UTF-8 replace",
        "efbfbd",
        "ok yes fffd",
        "tells wrongly whether it replaced U+FFFD",
    ),
    ("decode-replaced UTF-8 replace", "4100", "ok no 41", "drops NUL"),
    ("decode-replaced UTF-8 skip", "c080", "ok yes 0", "accepts overlong"),
    ("decode UTF-8 skip", "41eda08042", "ok 41 d800 42", "accepts surrogate"),
    ("decode UTF-16BE strict", "d800", "ok d800", "accepts lone high surrogate"),
    ("decode UTF-16BE strict", "0041dc00", "ok 41 dc00", "accepts lone low surrogate"),
    ("decode UTF-16LE strict", "410000", "ok 41", "accepts part of a unit"),
    ("decode UTF-32BE strict", "0000d800", "ok d800", "accepts surrogate"),
    ("decode UTF-32LE strict", "00001100", "ok 110000", "accepts beyond Unicode"),
    ("decode UTF-32LE skip", "0000d8000000110041000000", "ok 110000 41", "accepts beyond Unicode"),
]  # fmt: skip

ENCODED = [
    ("encode UTF-8 strict", "eda080", "ok eda080", "accepts surrogate"),
    ("encode UTF-8 skip", "eda080", "ok eda080", "accepts surrogate"),
    ("encode UTF-8 replace", "f4908080", "ok f4908080", "accepts beyond Unicode"),
    ("encode UTF-8 strict", "efbfbf", "error 0", "refuses noncharacter"),
    ("encode UTF-8 replace", "efbfbf", "ok efbfbd", "refuses noncharacter"),
    ("encode UTF-8 strict", "41c3a9", "ok 41c3a8", "writes other octets"),
    ("encode UTF-8 strict", "41eda080", "error 0", "refuses ASCII"),
    ("encode UTF-8 strict", "eda08041", "error 1", "tells another offset"),
    ("encode UTF-16BE strict", "d800", "ok d800", "accepts surrogate"),
    ("encode UTF-16BE strict", "d83dde00", "ok de00d83d", "writes other octets"),
]  # fmt: skip


@pytest.mark.parametrize(("offer", "octets", "answer", "shown"), [*DECODED, *ENCODED])
def test_a_divergence_is_named_by_what_stands_there(
    offer: str, octets: str, answer: str, shown: str
) -> None:
    own = target(offer, replacement="maximal-subpart" if "UTF-8" in offer else "own")
    outcome = parse(own.offer.op, answer.encode("ascii"))
    assert classify(own, bytes.fromhex(octets), outcome).shown == shown
