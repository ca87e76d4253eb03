"""Power reads what a diagnosis says of codecs with planted faults, and finds what is false."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from utfproof import mutants
from utfproof.engine.journal.events import Diagnosed
from utfproof.model.operation import Offer
from utfproof.mutants.mutant import Mutant
from utfproof.proof.power import diagnoses, planted, report
from utfproof.proof.power.diagnoses import DiagnosisResult
from utfproof.proof.power.planted import PlantedCodec
from utfproof.proof.power.sentences import Sentence, Trial
from utfproof.proof.power.shared_questions import SharedQuestions
from utfproof.vectors import loader

CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}
QUESTIONS = SharedQuestions(loader.load())
STRICT = "decode UTF-8 strict"


def said(about: str, fault: str = "unnamed/octets", op: str = STRICT, line: str = "") -> Diagnosed:
    return Diagnosed(
        codec="c",
        fault=fault,
        about=about,
        encoding="UTF-8",
        flag="Position",
        cwe=(),
        cve=(),
        exact=True,
        explains=1,
        failures=1,
        case="case",
        op=op,
        input=line,
    )


def trial(mutant: Mutant, *others: Mutant) -> Trial:
    dice = random.Random(1)  # noqa: S311  (the same questions in every run)
    return Trial(mutant.make(), mutant.right(), (mutant, *others), mutant.offers, dice)


@pytest.mark.parametrize(
    ("fault", "about"),
    [
        ("utf-8/overlong/c0-80-is-nul", "C0 80 is read as 0 by decode strict."),
        ("utf-8/surrogates/are-read", "ED A0–BF 80–BF is accepted."),
        ("utf-8/overlong/c2-is-refused", "C2 80–BF is refused by decode strict, validate strict."),
        (
            "utf-8/leads/a-tail-alone-is-dropped",
            "80–BF leaves no trace and no error by decode strict, decode replace.",
        ),
        (
            "utf-8/values/have-16-bits",
            "F0 9F 98 80 is read as F600 instead of 1F600 by decode strict, decode replace.",
        ),
    ],
)
def test_a_true_sentence_stands(fault: str, about: str) -> None:
    assert not trial(CATALOGUE[fault]).contradiction(said(about))


@pytest.mark.parametrize(
    "about",
    [
        "C0 80 is read as 1 by decode strict.",
        "C0 80 is read as 0.",
        "C0 80 is read as 0 from offset 5 on by decode strict.",
        "C0 80 is read as 0 from offset 5 to 9 by decode strict.",
        "C0 80 is read as 0 at offset 3 only by decode strict.",
        "C0 80 is read as 0 at each offset that leaves 1 when divided by 2 by decode strict.",
        "C0 80–81 is accepted.",
        "C0 80 is refused.",
        "C0 80 is refused with a wrong offset or length by decode strict.",
        "C0 80 leaves no trace and no error by validate strict.",
        "C0 81 is read wrongly.",
    ],
)
def test_a_false_sentence_is_contradicted(about: str) -> None:
    assert trial(CATALOGUE["utf-8/overlong/c0-80-is-nul"]).contradiction(said(about))


def test_a_sentence_about_one_input_is_held_to_that_input() -> None:
    one = trial(CATALOGUE["utf-8/overlong/c0-80-is-nul"])
    about = "C0 80 is read as {} at offset {} by decode strict; no rule for other places was found."
    true = said(about.format(0, 2), "unnamed/input", line="4141c080")
    assert not one.contradiction(true)
    assert one.contradiction(replace(true, about=about.format(1, 2)))
    assert one.contradiction(replace(true, about=about.format(0, 3)))


def test_a_sentence_about_a_split_is_held_to_its_line() -> None:
    fault = CATALOGUE["utf-8/chunks/pending-octets-are-lost"]
    op = "decode-chunks UTF-8 strict"
    assert not trial(fault).contradiction(said("…", "unnamed/splits", op, "e2 82ac"))
    assert trial(fault).contradiction(said("…", "unnamed/splits", op, "e282ac -"))


def test_a_named_fault_that_the_codec_has_not_is_contradicted() -> None:
    one = trial(CATALOGUE["utf-8/overlong/c0-80-is-nul"])
    line = "c080"
    assert not one.contradiction(said("", "utf-8/overlong/c0-80-is-nul", line=line))
    assert one.contradiction(said("", "utf-8/overlong/two-octets-are-not-checked", line=line))


def test_a_sentence_of_no_known_form_is_an_error() -> None:
    with pytest.raises(ValueError, match="no sentence of a diagnosis: Something is wrong"):
        Sentence.read("Something is wrong.")


def test_the_drawn_codecs_are_the_same_in_every_run() -> None:
    for part in ("pairs", "moved"):
        first, again = ([one.mutant.id for one in diagnoses.drawn(part)] for _ in range(2))
        assert first == again
        assert len(first) == diagnoses.DRAWN


def moved(name: str) -> PlantedCodec:
    """Move a fault to a place, both named as the drawn ones are: `FAULT from error 2 on`."""
    fault, _, words = name.partition(" ")
    _, kind, number, _ = words.split(" ")
    place = planted.from_error if kind == "error" else planted.from_offset
    codec = planted.at_place(CATALOGUE[fault], place(int(number)), words)
    assert codec.id == name
    return PlantedCodec(codec, ())


def test_a_sentence_of_several_places_is_tried_where_their_ranges_meet() -> None:
    """Not every octet between 80 and FF behind ED spoils what stands behind: ED 9E does not."""
    name = "utf-8/characters/c1-controls-are-refused from error 2 on"
    found = diagnoses.diagnosed(loader.load(), QUESTIONS, "moved", moved(name))
    assert found.true, found.contradiction


@pytest.mark.slow
@pytest.mark.parametrize("where", ["from error 2 on", "from offset 26 on"])
def test_a_sentence_about_many_octets_leaves_out_the_offer_that_reads_some_rightly(
    where: str,
) -> None:
    """To skip an error shows less of it than to replace it."""
    name = f"utf-8/tails/second-octet-of-three-is-not-looked-at {where}"
    found = diagnoses.diagnosed(loader.load(), QUESTIONS, "moved", moved(name))
    assert found.true, found.contradiction
    assert "decode replace" in found.said
    assert "decode skip" not in found.said


def test_a_moved_fault_shows_behind_its_place_alone() -> None:
    fault = CATALOGUE["utf-8/overlong/c0-80-is-nul"]
    codec = planted.at_place(fault, planted.from_offset(3), "from offset 3 on").make()
    offer = Offer.parse(STRICT)
    assert codec.answer(offer, "4141c080") == "error 2 1 41 41"
    assert codec.answer(offer, "414141c080") == "ok 41 41 41 0"


def test_a_pair_of_faults_shows_both() -> None:
    codec = planted.together(
        CATALOGUE["utf-8/overlong/c0-80-is-nul"], CATALOGUE["utf-8/surrogates/d800-is-read"]
    )
    asked, offer = codec.mutant.make(), Offer.parse(STRICT)
    assert asked.answer(offer, "c080") == "ok 0"
    assert asked.answer(offer, "eda080") == "ok d800"
    assert asked.answer(offer, "c3a9") == "ok e9"


def test_a_codec_with_a_named_fault_gets_a_true_diagnosis() -> None:
    fault = CATALOGUE["utf-8/overlong/c0-80-is-nul"]
    found = diagnoses.diagnosed(
        loader.load(), QUESTIONS, "alone", planted.PlantedCodec(fault, (fault,))
    )
    assert found.said == fault.id
    assert found.true


def test_a_false_diagnosis_is_counted_and_fails_the_measurement() -> None:
    good = DiagnosisResult("a", "pairs", "x", "", failed=True)
    bad = DiagnosisResult("b", "pairs", "x", "C0: ok, and not error 0", failed=True)
    none = DiagnosisResult("c", "pairs", "", "", failed=False)
    assert report.power("complete", [good, none]).holds
    measured = report.power("complete", [good, bad, none])
    assert not measured.holds
    assert measured.misdiagnosed == ["b: “x”, but C0: ok, and not error 0"]
    [score] = measured.diagnosis
    assert score.as_json() == {"codecs": 2, "true": 1, "false": 1, "silent": 0}


def test_too_many_silent_diagnoses_fail_the_measurement() -> None:
    good = DiagnosisResult("a", "pairs", "x", "", failed=True)
    silent = DiagnosisResult("b", "pairs", "", "", failed=True)
    assert report.power("complete", [good] * 99 + [silent]).holds
    assert not report.power("complete", [good] * 98 + [silent] * 2).holds


@pytest.mark.parametrize("part", ["pairs", "moved"])
def test_every_drawn_codec_has_offers_that_can_show_its_faults(part: str) -> None:
    drawn = diagnoses.drawn(part)
    assert len(drawn) == diagnoses.DRAWN
    assert [one.mutant.id for one in drawn if not one.mutant.offers] == []
