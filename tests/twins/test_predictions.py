"""The answers that let a fault through, for an answer of the library itself."""

from __future__ import annotations

from utfproof.model.operation import Offer
from utfproof.twins.twin_fault import TwinFault, predicted

CUT_AT_END = "ok a9 41 fffd"


def test_a_decoder_that_replaces_shows_a_character_that_goes_on_behind_the_end() -> None:
    offer = Offer.parse("decode-within UTF-8 replace")
    found = predicted(TwinFault.READ_PAST_END, offer, CUT_AT_END)
    assert {"ok a9 41 a9", f"{CUT_AT_END} 43"} <= found


def test_a_text_that_ends_whole_shows_one_value_more_or_a_touch_of_other_memory() -> None:
    offer = Offer.parse("decode-within UTF-8 replace")
    found = predicted(TwinFault.READ_PAST_END, offer, "ok a9 41")
    touched = {one for one in found if one.startswith("overrun")}
    assert found - touched == {"ok a9 41 43"}
    assert {"overrun read 1 past the end", "overrun write 4 past the end"} <= touched


def test_what_is_told_of_replacements_stays_where_a_value_is_lost() -> None:
    offer = Offer.parse("decode-replaced UTF-8 replace")
    found = predicted(TwinFault.DROPPED_VALUE, offer, "ok no a9 41 a9 42")
    assert {"ok no 41 a9 42", "ok no 41 42", "ok no a9 41 a9"} <= found


def test_a_writer_of_units_loses_an_octet_or_the_unit_of_each_marked_value() -> None:
    offer = Offer.parse("encode UTF-16BE strict")
    found = predicted(TwinFault.CUT_OUTPUT, offer, "ok 00a9004100a90042")
    assert {"ok 000041000042", "ok 00410042"} <= found


def test_a_writer_of_octets_keeps_the_first_of_each_marked_value() -> None:
    offer = Offer.parse("encode UTF-8 strict")
    found = predicted(TwinFault.CUT_OUTPUT, offer, "ok c2a941c2a942")
    assert "ok c241c242" in found
    assert "ok 4142" not in found


def test_before_a_wrong_place_there_may_be_the_values_or_none() -> None:
    offer = Offer.parse("decode UTF-8 strict")
    found = predicted(TwinFault.WRONG_OFFSET, offer, "error 5 1 a9 41 a9")
    assert found == {"error 6 1 a9 41 a9", "error 6 1"}


def test_the_wrong_index_of_an_encoder_is_one_further() -> None:
    offer = Offer.parse("encode UTF-16BE strict")
    assert predicted(TwinFault.WRONG_OFFSET, offer, "error 3") == {"error 4"}


def test_a_size_may_be_too_small_where_nothing_is_lost() -> None:
    offer = Offer.parse("decode-size UTF-8 strict")
    found = predicted(TwinFault.SHORT_SIZE, offer, "ok 4 4")
    assert found == {"ok 3 4", "ok 2 4", "ok 1 4", "ok 0 4"}
    assert "ok 4 3" in predicted(TwinFault.DROPPED_VALUE, offer, "ok 4 4")
    assert "ok 3 3" in predicted(TwinFault.CUT_OUTPUT, offer, "ok 4 4")
    assert "ok 3 4" not in predicted(TwinFault.CUT_OUTPUT, offer, "ok 4 4")
    assert predicted(TwinFault.SHORT_SIZE, offer, "error 0 1") == set()


def test_a_size_is_asked_where_one_is_told() -> None:
    assert TwinFault.SHORT_SIZE.concerns(Offer.parse("encode-size UTF-8 replace"))
    assert not TwinFault.SHORT_SIZE.concerns(Offer.parse("encode UTF-8 replace"))
    assert not TwinFault.WRONG_OFFSET.concerns(Offer.parse("decode-size UTF-8 strict"))
    assert not TwinFault.MOVED_BOUNDARY.concerns(Offer.parse("decode-size UTF-8 strict"))
