"""The matrix: alike rows folded, the right squares, inert whatever adapters say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from utfproof.engine.journal.events import (
    CodecFinished,
    CodecStarted,
    Event,
)
from utfproof.model.verdict import CodecVerdict
from utfproof.report.run import matrix
from utfproof.report.run.summary import Summary

from .matrices import (
    ADDRESS,
    GREEN,
    PIPE,
    REPLACE,
    STRICT,
    Offers,
    codec,
    folded,
    found,
    rows,
    squares,
)
from .matrix_cells import cells, links


def test_codecs_of_one_library_that_behave_alike_share_a_row() -> None:
    assert folded(codec("c/two"), codec("c/one")) == [("c/one", "c/two")]


CONTRACT = {
    "domain": [{"demands": "no-nul", "source": "a manual", "encodings": ["UTF-8"]}],
    "deviations": [{"is": "c0-80-is-nul", "source": "another page of it"}],
}


def bound(name: str, contract: Mapping[str, object], offers: Offers = GREEN) -> list[Event]:
    """Make the events of a codec with a contract."""
    started, *rest = codec(name, offers)
    assert isinstance(started, CodecStarted)
    return [replace(started, contract=contract), *rest]


def test_a_contract_is_shown_and_keeps_codecs_apart() -> None:
    two = [bound("c/one", CONTRACT), codec("c/two")]
    assert folded(*two) == [("c/one",), ("c/two",)]
    assert rows(*two)[0].contract == "demands no U+0000; by design: C0 80 is read as U+0000"
    assert "| contract |" in matrix.markdown(found(*two))
    assert "C0 80 is read as U+0000" in matrix.page(found(*two))
    assert "contract" not in matrix.markdown(found(codec("c/two")))


def test_what_is_by_design_has_a_sign_and_what_is_outside_none() -> None:
    assert squares({STRICT: "pass by-design outside"}) == {"strict": "◆"}
    assert squares({STRICT: "pass outside"}) == {"strict": "✓"}


def test_the_adapter_is_named_once_in_a_row() -> None:
    [row] = rows(codec("c/one"), codec("c/two"), codec("d/three", library="c"))
    assert row.names == ["c/one", "two", "d/three"]


@pytest.mark.parametrize(
    "other",
    [
        codec("c/two", {STRICT: "fail"}),
        codec("c/two", {STRICT: "alternative"}),
        codec("c/two", {STRICT: "impossible"}),
        codec("c/two", {REPLACE: "pass"}),
        codec("c/two", {**GREEN, REPLACE: "pass"}),
        codec("c/two", library="d"),
        codec("c/two", version="1.1"),
        codec("c/two", traits={"UTF-8": {"replacement": "byte"}}),
    ],
    ids=["verdict", "reading", "reach", "column", "columns", "library", "version", "trait"],
)
def test_codecs_are_apart_where_anything_shown_differs(other: list[Event]) -> None:
    assert folded(codec("c/one"), other) == [("c/one",), ("c/two",)]


def test_codecs_are_apart_where_another_number_fails() -> None:
    one, two = codec("c/one", {STRICT: "fail pass"}), codec("c/two", {STRICT: "fail fail"})
    assert folded(one, two) == [("c/one",), ("c/two",)]


def test_codecs_that_were_asked_in_another_order_share_a_row() -> None:
    one = codec("c/one", {STRICT: "pass alternative", REPLACE: "pass"})
    two = codec("c/two", {STRICT: "alternative alternative", REPLACE: "pass"})
    assert folded(one, two) == [("c/one", "c/two")]


def test_a_library_that_nobody_named_is_that_of_the_adapter() -> None:
    unnamed = [codec(name, library="") for name in ("c/one", "c/two", "d/one")]
    assert folded(*unnamed) == [("c/one", "c/two"), ("d/one",)]
    assert found(*unnamed).libraries == 2


def test_encodings_in_which_a_codec_behaves_alike_share_a_row() -> None:
    offers = {"decode UTF-16LE strict": "pass", "decode UTF-16BE strict": "pass"}
    [row] = rows(codec("c/one", {**offers, "decode UTF-16 strict": "fail"}))[1:]
    assert row.encodings == ("UTF-16BE", "UTF-16LE")


def test_a_codec_has_a_row_in_each_section_whose_encodings_it_offers() -> None:
    names = ("UTF-8", "UTF-16LE", "UTF-32", "WTF-8")
    offers = {f"decode {name} strict": "pass" for name in names}
    sections = found(codec("c/one", offers)).sections
    shown = [(section.title, row.encodings) for section in sections for row in section.rows]
    titles = ["UTF-8", "UTF-16", "UTF-32", "Other formats"]
    assert shown == [(title, (name,)) for title, name in zip(titles, names, strict=True)]


def test_codecs_are_counted_and_kernels_of_one_library_count_as_one() -> None:
    kernels = [codec(f"cpp/simd-{name}", library="simd") for name in ("haswell", "fallback")]
    other = codec("rust/simd", library="simd")
    seen = found(*kernels, other, codec("c/one", {STRICT: "fail"}))
    assert (len(seen.codecs), seen.libraries) == (4, 2)
    assert seen.verdicts == {"pass": 3, "fail": 1}


def test_unavailable_codecs_are_left_out() -> None:
    absent = CodecFinished("c/two", CodecVerdict.UNAVAILABLE, {}, 0, 0.0, "needs cc")
    seen = found(codec("c/one"), [absent])
    assert [item.codec for item in seen.codecs] == ["c/one"]
    assert "c/two" not in matrix.markdown(seen) + matrix.page(seen)


def test_each_offer_is_added_to_its_square() -> None:
    columns = {
        "strict": ["decode UTF-8 strict"],
        "replace": ["decode UTF-8 replace"],
        "skip": ["decode UTF-8 skip"],
        "chunks": ["decode-chunks UTF-8 strict", "decode-again UTF-8 replace"],
        "buffers": ["decode-within UTF-8 skip", "decode-room UTF-8 strict"],
        "validate": ["validate UTF-8 strict", "sweep UTF-8 strict"],
        "encode": ["encode UTF-8 replace", "encode-chunks UTF-8 strict", "encode-room UTF-8 skip"],
    }
    offers = {offer: "fail pass" for ops in columns.values() for offer in ops}
    expected = {name: f"✗ {len(ops)}/{2 * len(ops)}" for name, ops in columns.items()}
    assert squares(offers) == expected
    assert found(codec("c/one", offers)).sections[0].columns == list(columns)


@pytest.mark.parametrize(
    ("verdicts", "text"),
    [
        ("pass impossible", "✓"),
        ("pass alternative", "◇"),
        ("alternative non-strict", "≈"),
        ("non-strict fail pass", "✗ 1/3"),
        ("fail crash", "† 2/2"),
        ("fail hang", "∞ 2/2"),
        ("crash overrun", "» 2/2"),
        ("fail unstable", "~ 2/2"),
        ("pass unsupported", "✓"),
        ("pass not-run", "not-run"),
        ("fail broken", "broken"),
    ],
)
def test_a_square_has_the_sign_of_its_gravest_verdict(verdicts: str, text: str) -> None:
    assert squares({STRICT: verdicts}) == {"strict": text}


def test_large_numbers_are_written_with_commas() -> None:
    assert squares({STRICT: "fail " * 1000 + "pass " * 1000}) == {"strict": "✗ 1,000/2,000"}


def test_a_cell_that_was_not_offered_is_an_empty_square() -> None:
    seen = found(codec("c/one"), codec("d/one", {REPLACE: "pass"}))
    assert cells(matrix.markdown(seen))[2:] == [
        ["c/one", "1.0", "✓", ""],
        ["d/one", "1.0", "", "✓"],
    ]
    assert matrix.page(seen).count("<td></td>") == 2


def test_a_cell_that_could_not_be_asked_is_an_empty_square() -> None:
    [row] = rows(codec("c/one", {**GREEN, REPLACE: "unsupported"}))
    assert list(row.squares) == ["strict"]


def test_a_row_in_which_a_case_failed_fails_whatever_else_is_broken() -> None:
    [row] = rows(codec("c/one", {STRICT: "fail broken"}))
    assert row.red
    assert not rows(codec("c/one", {STRICT: "non-strict"}))[0].red


@pytest.mark.parametrize(
    ("identified", "words"),
    [
        ({"replacement": "byte"}, "byte"),
        ({"replacement": "byte", "skip": "byte"}, "byte"),
        ({"replacement": "byte", "skip": "run"}, "byte; skip run"),
        ({"skip": "run"}, "skip run"),
        ({"replacement": "nearest run, 3 of 9 differ"}, "nearest run, 3 of 9 differ"),
        (
            {"surrogate-output": "replace", "units": "utf-16", "unmarked": "big-endian",
             "signature": "strip", "replacement": "run"},
            "run; signature strip; unmarked big-endian; units utf-16; surrogate-output replace",
        ),
    ],
)  # fmt: skip
def test_what_was_identified_is_told_in_words(identified: dict[str, str], words: str) -> None:
    seen = found(codec("c/one", traits={"UTF-8": identified, "UTF-16": {"units": "utf-16"}}))
    assert seen.sections[0].rows[0].traits == words
    assert cells(matrix.markdown(seen))[-1][-1] == words
    assert f'<td class="does">{words}</td>' in matrix.page(seen)


def test_where_nothing_was_identified_there_is_no_column_for_it() -> None:
    seen = found(codec("c/one"))
    assert cells(matrix.markdown(seen))[0][-1] == "strict"
    assert "Does" not in matrix.page(seen).partition("<main>")[2]


def test_a_known_defect_is_told_once_for_all_codecs_that_have_it() -> None:
    same, other = ("reads surrogates", (ADDRESS,)), ("reads overlong forms", ("a mail", ADDRESS))
    seen = found(codec("c/one", known=[same, other, same]), codec("c/two", known=[same]))
    assert [(one.codecs, one.reason, one.reference) for one in seen.known] == [
        (("c/one", "c/two"), *same),
        (("c/one",), *other),
    ]


def test_codecs_of_two_adapters_have_defects_of_their_own() -> None:
    same = ("reads surrogates", ())
    seen = found(codec("c/one", known=[same]), codec("d/one", known=[same]))
    assert [one.codecs for one in seen.known] == [("c/one",), ("d/one",)]


def test_a_reference_on_the_web_is_a_link_and_any_other_is_text() -> None:
    references = (ADDRESS, "javascript:alert(1)", "CVE-2000-0884")
    seen = found(codec("c/one", known=[("reads overlong forms", references)]))
    page, text = matrix.page(seen), matrix.markdown(seen)
    assert re.findall('<a href="([^"]*)" rel="noreferrer">([^<]*)</a>', page) == [(ADDRESS,) * 2]
    assert links(text) == [ADDRESS]
    for word in references:
        assert word in page
        assert word in text


def test_a_matrix_without_known_defects_does_not_speak_of_them() -> None:
    seen = found(codec("c/one"))
    assert "Known" not in matrix.markdown(seen) + matrix.page(seen)


def test_functions_that_no_codec_asks_stand_by_library_with_their_reasons() -> None:
    decoder, *others = codec("c/one", library="libc")
    assert isinstance(decoder, CodecStarted)
    unasked = {PIPE: "it calls <one>", "a": "b"}
    seen = found([replace(decoder, not_asked=unasked), *others], codec("d/one"))
    assert [(one.library, one.functions, one.reason) for one in seen.unasked] == [
        ("libc", "a", "b"),
        ("libc", PIPE, "it calls <one>"),
    ]
    table = matrix.markdown(seen).partition("## Not asked")[2]
    assert "| libc | a | b |" in table
    assert "<one>" not in table + matrix.page(seen)
    assert "Not asked" not in matrix.markdown(found(codec("d/one")))


def test_a_run_without_codecs_is_a_matrix() -> None:
    seen = matrix.matrix(Summary())
    assert "0 codecs of 0 libraries" in matrix.markdown(seen)
    assert "0 codecs of 0 libraries" in matrix.page(seen)
