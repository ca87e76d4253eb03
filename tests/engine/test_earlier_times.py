"""The times of earlier runs: kept by level and codec, and never worth an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.engine.run import earlier_times


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_last_time_of_each_codec_is_known_by_level() -> None:
    earlier_times.note("complete", {"a/b": 3.0, "c/d": 9.0})
    earlier_times.note("complete", {"a/b": 5.0})
    earlier_times.note("vectors", {"a/b": 0.5})
    assert earlier_times.known("complete") == {"a/b": 5.0, "c/d": 9.0}
    assert earlier_times.known("vectors") == {"a/b": 0.5}


def test_a_codec_that_was_never_asked_takes_as_long_as_one_in_the_middle() -> None:
    earlier_times.note("complete", {"a/b": 3.0, "c/d": 9.0, "e/f": 80.0, "not/asked": 7.0})
    codecs = ["a/b", "c/d", "e/f", "g/new"]
    assert earlier_times.expected("complete", codecs) == {
        "a/b": 3.0, "c/d": 9.0, "e/f": 80.0, "g/new": 9.0,
    }  # fmt: skip
    assert earlier_times.expected("complete", ["g/new"]) == {}
    assert earlier_times.expected("complete", []) == {}


def test_a_few_codecs_that_were_asked_say_nothing_of_many() -> None:
    earlier_times.note("complete", {"a/b": 3.0, "c/d": 9.0})
    assert earlier_times.expected("complete", ["a/b", "c/d", "e/f", "g/h", "i/j"]) == {}
    assert earlier_times.expected("complete", ["a/b", "c/d", "e/f", "g/h"])


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000, b'{"a/b": "long"}', b'{"a/b": NaN}']
)
def test_a_file_that_cannot_be_used_knows_nothing(cache: Path, content: bytes) -> None:
    (cache / "times").mkdir(parents=True)
    (cache / "times" / "complete.json").write_bytes(content)
    assert earlier_times.known("complete") == {}
    earlier_times.note("complete", {"a/b": 1.0})
    assert earlier_times.known("complete") == {"a/b": 1.0}


def test_impossible_times_are_left_out(cache: Path) -> None:
    (cache / "times").mkdir(parents=True)
    text = '{"a": -1, "b": 1e300, "c": 2, "d": null}'
    (cache / "times" / "complete.json").write_text(text)
    assert earlier_times.known("complete") == {"c": 2.0}


def test_a_cache_that_cannot_be_written_is_gone_without(cache: Path) -> None:
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("a file in its place")
    earlier_times.note("complete", {"a/b": 1.0})
    assert earlier_times.known("complete") == {}


def test_a_link_is_not_followed(cache: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text('{"a/b": 1}')
    (cache / "times").mkdir(parents=True)
    (cache / "times" / "complete.json").symlink_to(elsewhere)
    earlier_times.note("complete", {"c/d": 1.0})
    assert elsewhere.read_text() == '{"a/b": 1}'
    assert earlier_times.known("complete") == {"c/d": 1.0}
