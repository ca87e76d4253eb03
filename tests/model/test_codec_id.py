"""The full name of a codec."""

from __future__ import annotations

from utfproof.model.codec_id import CodecId


def test_a_codec_id_is_the_adapter_a_slash_and_the_codec() -> None:
    assert str(CodecId("rust", "std")) == "rust/std"


def test_a_codec_id_is_read_from_what_it_writes() -> None:
    assert CodecId.parse(str(CodecId("rust", "std"))) == CodecId("rust", "std")


def test_a_name_without_a_slash_is_that_of_an_adapter() -> None:
    assert CodecId.parse("rust") == CodecId("rust", "")


def test_an_emulated_processor_is_part_of_the_name() -> None:
    own = CodecId("rust", "std", "s390x")
    assert str(own) == "rust/std (s390x)"
    assert CodecId.parse(str(own)) == own
    assert (own.plain, own.build) == ("rust/std", "rust (s390x)")
    assert CodecId("rust", "std").build == "rust"
