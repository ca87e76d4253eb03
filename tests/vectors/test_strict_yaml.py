"""Strict YAML: every word is what was written, and what YAML does behind one's back is refused."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from utfproof import strict_yaml
from utfproof.errors import ManifestError, VectorError
from utfproof.strict_yaml import Mapping, Sequence, Word

PLACE = "vectors/a.yaml"
LAUGHS = 'a: &a ["ha"]\n' + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in pairwise("abcdefghi")
)


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read with the C parser and, as where that is missing, with the one in Python."""
    monkeypatch.setattr(strict_yaml, "_LOADER", getattr(yaml, request.param))


def refused(text: str) -> str:
    with pytest.raises(VectorError) as caught:
        strict_yaml.parse(text, PLACE)
    return str(caught.value)


NOT_TEXT = ["80", "012", "0x10", "1.5", "12:30", "NO", "yes", "null", "~", ".inf", "2020-01-01"]


@pytest.mark.parametrize("text", NOT_TEXT)
def test_a_word_is_what_was_written_whatever_yaml_makes_of_it(text: str) -> None:
    assert not isinstance(yaml.safe_load(text), str)
    word = strict_yaml.parse(f"key: {text}", PLACE)["key"]
    assert word == text
    assert isinstance(word, Word)
    assert not word.quoted


@pytest.mark.parametrize("text", ['"80"', "'80'"])
def test_a_quoted_word_is_known_as_quoted(text: str) -> None:
    word = strict_yaml.parse(f"key: {text}", PLACE)["key"]
    assert isinstance(word, Word)
    assert (word, word.quoted) == ("80", True)


def test_an_empty_value_is_an_empty_word() -> None:
    assert strict_yaml.plain(strict_yaml.parse("key:\nother: ''", PLACE)) == {
        "key": "",
        "other": "",
    }


def test_every_node_knows_its_line() -> None:
    tree = strict_yaml.parse("# a comment\nkey: word\nlist:\n  - one\n  - two: 2\n", PLACE)
    assert tree.lines == {"key": 2, "list": 3}
    items = tree["list"]
    assert isinstance(items, Sequence)
    one, two = items
    assert (tree.line, one.line, two.line) == (2, 4, 5)
    assert isinstance(two, Mapping)
    assert two.lines == {"two": 5}


def test_a_path_leads_to_the_line_of_the_last_step_that_exists() -> None:
    tree = strict_yaml.parse("cases:\n  - name: one\n    bytes: '41'\n  - name: two\n", PLACE)
    assert strict_yaml.line_at(tree, []) == 1
    assert strict_yaml.line_at(tree, ["cases", 0, "bytes"]) == 3
    assert strict_yaml.line_at(tree, ["cases", 1]) == 4
    assert strict_yaml.line_at(tree, ["cases", 1, "bytes"]) == 4
    assert strict_yaml.line_at(tree, ["cases", 7]) == 1
    assert strict_yaml.line_at(tree, ["nothing", "at", "all"]) == 1


@pytest.mark.parametrize(
    "text", ["a: 1\nb: 2\na: 3", "b: {x: 1,\n  y: 2,\n  x: 3}", '\na: 1\n"a": 2']
)
def test_equal_keys_are_an_error_that_names_both_lines(text: str) -> None:
    assert re.fullmatch(
        rf"{PLACE}:3: the key [ax] stands twice \(line [12]\): remove one", refused(text)
    )


def test_equal_keys_in_different_mappings_are_none() -> None:
    tree = strict_yaml.parse("a: {x: 1}\nb: {x: 2}\nc: [{x: 1}, {x: 2}]", PLACE)
    assert strict_yaml.plain(tree["b"]) == {"x": "2"}


@pytest.mark.parametrize(
    "text", ["a: 1\nb: &anchor 2", "a: 1\nb: &anchor {c: 1}", "a: 1\nb: &anchor [1]"]
)
def test_an_anchor_is_refused_before_it_is_used(text: str) -> None:
    told = "anchors and aliases are not allowed: write the value out"
    assert refused(text) == f"{PLACE}:2: {told}"


def test_an_alias_without_anchor_is_refused() -> None:
    assert refused("a: 1\nb: *a") == (
        f"{PLACE}:2: anchors and aliases are not allowed: write the value out"
    )


def test_a_billion_laughs_are_refused_at_the_first(tmp_path: Path) -> None:
    path = tmp_path / "laughs.yaml"
    path.write_text(LAUGHS, "utf-8")
    started = time.monotonic()
    with pytest.raises(VectorError, match=r"laughs:1: anchors and aliases are not allowed"):
        strict_yaml.load(path, "laughs")
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    "tag", ["!!str", "!!int", "!!python/object/apply:os.system", "!own", "!!binary"]
)
def test_a_tag_is_refused(tag: str) -> None:
    assert re.fullmatch(
        rf"{PLACE}:2: the tag .* is not allowed: remove it", refused(f"a: 1\nb: {tag} x")
    )
    assert "is not allowed" in refused(f"a: {tag} [x]")
    assert "is not allowed" in refused(f"a: {tag} {{x: 1}}")


def test_a_merge_key_is_a_key_like_any_other() -> None:
    assert strict_yaml.plain(strict_yaml.parse("<<: {a: 1}", PLACE)) == {"<<": {"a": "1"}}


def test_a_second_document_is_refused() -> None:
    told = refused("---\na: 1\n---\nb: 2\n")
    assert told == f"{PLACE}:3: a second document starts here: one document for each file"


def test_one_document_may_be_marked() -> None:
    assert strict_yaml.plain(strict_yaml.parse("---\na: 1\n...\n", PLACE)) == {"a": "1"}


@pytest.mark.parametrize("text", ["", "\n# nothing\n", "word", "- a\n- b", "---\n", "'a: 1'"])
def test_a_file_that_is_not_a_mapping_is_refused(text: str) -> None:
    assert "the file is not a mapping: start with `key: value` lines" in refused(text)


@pytest.mark.parametrize("text", ["[a]: 1", "{a: 1}: 1", "? [a]\n: 1"])
def test_a_key_is_a_word(text: str) -> None:
    assert refused(text) == f"{PLACE}:1: a key must be a word: write the key as plain text"


@pytest.mark.parametrize(
    "text", ["a: [1", "a: 'x", "a: b: c", "a: 1\n b: 2", "\ta: 1", "a: {x", "a: @x", "a: \x07"]
)
def test_invalid_yaml_is_reported_in_one_line(text: str) -> None:
    told = refused(text)
    assert re.fullmatch(rf"{PLACE}:\d+: not YAML: .*: correct the syntax", told)


def test_a_syntax_error_knows_its_line() -> None:
    assert refused("a: 1\nb: 2\nc: 'x\n").startswith(f"{PLACE}:")
    assert refused("a: 1\nb: 2\nc: d: e\n").startswith(f"{PLACE}:3: ")


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff", "\\ud83d\\ude00", "\\U0000d800"])
@pytest.mark.parametrize("text", ['a: 1\nb: "x{}"', 'a: 1\n"x{}": b', 'a: 1\nb: ["{}"]'])
def test_an_escape_makes_no_surrogate(escape: str, text: str) -> None:
    assert refused(text.format(escape)).startswith(f"{PLACE}:2: ")


def test_an_escape_makes_any_other_character() -> None:
    tree = strict_yaml.parse('a: "\\u00e9\\U0001F600\\x41"', PLACE)
    assert tree["a"] == "\u00e9\U0001f600A"


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_nesting_has_an_end(opening: str, closing: str) -> None:
    def nested(depth: int) -> str:
        return f"a: {opening * depth}x{closing * depth}"

    strict_yaml.parse(nested(15), PLACE)
    assert refused(nested(16)) == f"{PLACE}:1: nested deeper than 16 levels: flatten it"


def test_nesting_without_end_is_refused_and_does_not_overflow() -> None:
    assert "nested deeper than 16 levels" in refused("a: " + "[" * 100_000)


@given(text=st.text("ab:-[]{}&*!'\"#? \n", max_size=24))
def test_any_text_is_read_or_refused_and_never_crashes(text: str) -> None:
    try:
        strict_yaml.parse(text, PLACE)
    except VectorError as error:
        assert re.match(rf"{PLACE}:\d+: .+", str(error))  # noqa: PT017


def test_an_error_is_of_the_kind_that_was_asked_for() -> None:
    with pytest.raises(ManifestError, match=r"adapter\.yaml:1: .*remove it"):
        strict_yaml.parse("a: !x 1", "adapter.yaml", ManifestError)
