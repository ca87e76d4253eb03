"""What witnesses confirmed of one codec, and of all."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from utfproof.cli.shared.reproductions import CodecReproductions, Total, _allowed
from utfproof.expectations.document import Defect, ExpectationFile, FailureGroup
from utfproof.expectations.listed_cases import KnownFailures
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.witness.comparison import Agreement, Comparison
from utfproof.witness.hearing import AnsweredQuestion, HeardQuestion, Hearing

DECODE = Offer.parse("decode UTF-8 strict")


def heard(line: str, agreement: Agreement, verdict: Verdict = Verdict.FAIL) -> HeardQuestion:
    question = AnsweredQuestion(DECODE, line, b"ok 61", "utf-8/some/case", verdict)
    return HeardQuestion(question, (), Comparison(agreement))


def added_up(*questions: HeardQuestion) -> CodecReproductions:
    asked = SimpleNamespace(name="mine/codec")
    hearing = cast("Hearing", SimpleNamespace(asked=asked, covers=True, reason=""))
    return CodecReproductions.of(hearing, questions)


def test_what_makes_an_adapter_broken_is_shown_first_and_short_inputs_before_long_ones() -> None:
    found = added_up(
        heard("c0", Agreement.CHANGED),
        heard("c080", Agreement.APART),
        heard("c0", Agreement.APART),
        heard("c0", Agreement.AGREE),
        heard("c08080", Agreement.DISAGREE),
    )
    assert [(one.comparison.agreement, one.question.line) for one in found.apart] == [
        (Agreement.DISAGREE, "c08080"),
        (Agreement.APART, "c0"),
        (Agreement.APART, "c080"),
        (Agreement.CHANGED, "c0"),
    ]
    assert found.is_broken


def test_all_codecs_add_up_to_what_is_confirmed() -> None:
    one = added_up(heard("c0", Agreement.AGREE), heard("61", Agreement.AGREE, Verdict.PASS))
    two = added_up(heard("c0", Agreement.DISAGREE), heard("c0", Agreement.SILENT))
    total = Total.of([one, two])
    assert (total.codecs, total.covered, total.disagreements) == (2, 2, 1)
    assert "failures confirmed: 1 of 3, 1 disagree, 1 silent" in total.lines
    assert "passes confirmed: 1 of 1" in total.lines


@pytest.mark.parametrize(
    ("varies", "agreement"), [(True, Agreement.SILENT), (False, Agreement.DISAGREE)]
)
def test_a_library_that_is_listed_to_vary_blames_neither_adapter_nor_witness(
    tmp_path: Path, varies: bool, agreement: Agreement
) -> None:
    block = FailureGroup(Verdict.FAIL, "vectors", (), ("utf-8/*",), 1)
    listed = Defect("an over-read", (), "", None, (block,), varies=varies)
    known = KnownFailures([ExpectationFile(tmp_path, {"c/c": (listed,)})], "c/c", "1")
    found = _allowed(heard("c0", Agreement.DISAGREE), known)
    assert found.comparison.agreement is agreement
