"""What the strategies draw, held against the reference: as it is named, and textbook small."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import cast

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from utfproof import strategies as utf
from utfproof.engine.questions.default_settings import default_settings
from utfproof.errors import UsageError
from utfproof.model.encoding import Encoding, Scheme, is_surrogate
from utfproof.model.reading import IllFormed, Reading, Signature
from utfproof.reference import schemes
from utfproof.strategies.ill_forms import Place, classes

ENCODINGS = [(encoding.value, None) for encoding in Encoding if encoding is not Encoding.NONE]
RULES = [*ENCODINGS, ("UTF-8", "rfc2279"), ("UTF-8", "generalized-utf-8")]
KINDS = [(*rules, kind) for rules in RULES for kind in utf.kinds(rules[0], profile=rules[1])]
EXAMPLES = 25
quick = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# The smallest is wanted, and not which of its parts matter: to explain takes longer than to shrink.
thorough = settings(max_examples=1000, database=None, phases=[Phase.generate, Phase.shrink])
rules = pytest.mark.parametrize(("encoding", "profile"), RULES)


def drawn(strategy: SearchStrategy[bytes], count: int = EXAMPLES) -> list[bytes]:
    """List what a strategy draws, the same each time."""
    found: list[bytes] = []

    @settings(quick, max_examples=count)
    @given(strategy)
    def draw(octets: bytes) -> None:
        found.append(octets)

    draw()
    return found


def read(encoding: str, profile: str | None, octets: bytes) -> Reading:
    return schemes.read(default_settings(encoding, profile).scheme, octets)


@rules
def test_well_formed_draws_are_well_formed(encoding: str, profile: str | None) -> None:
    for octets in drawn(utf.well_formed(encoding, profile=profile)):
        assert read(encoding, profile, octets).well_formed, octets.hex(" ")


def test_ill_formed_draws_are_ill_formed(subtests: pytest.Subtests) -> None:
    for encoding, profile, kind in KINDS:
        with subtests.test(encoding=str(encoding), profile=profile, kind=kind):
            for octets in drawn(utf.ill_formed(encoding, kind, profile=profile), 10):
                assert not read(encoding, profile, octets).well_formed, octets.hex(" ")


@rules
def test_all_classes_together_are_ill_formed(encoding: str, profile: str | None) -> None:
    for octets in drawn(utf.ill_formed(encoding, profile=profile), 5 * EXAMPLES):
        assert not read(encoding, profile, octets).well_formed, octets.hex(" ")


@rules
def test_every_form_of_a_class_is_ill_formed_by_itself(encoding: str, profile: str | None) -> None:
    scheme = schemes.ordered(default_settings(encoding, profile).scheme, "big")
    for own in classes(scheme).values():
        for form in own.forms:
            step = max(1, form.count // 100)
            for octets in (*form.corners(), *map(form.at, range(0, form.count, step))):
                parts = schemes.read_text(scheme, octets).parts
                assert any(isinstance(part, IllFormed) for part in parts), octets.hex(" ")
                if own.place is not Place.ANYWHERE:
                    assert parts[-1:] == (IllFormed(octets, truncated=True),), octets.hex(" ")


def test_an_ill_formed_class_is_alone() -> None:
    """No other kind of error comes along: overlong forms begin with C0, C1, E0 or F0."""
    for octets in drawn(utf.ill_formed("UTF-8", "overlong-*"), 5 * EXAMPLES):
        for part in schemes.read(Scheme.UTF_8, octets).parts:
            if isinstance(part, IllFormed):
                assert len(part.octets) == 1
                assert part.octets[0] in {0xC0, 0xC1, 0xE0, 0xF0, *range(0x80, 0xC0)}


TEXTBOOK = {
    "overlong-two": "c080",
    "overlong-three": "e08080",
    "overlong-four": "f0808080",
    "surrogate": "eda080",
    "beyond-unicode": "f4908080",
    "five-octets": "f888808080",
    "six-octets": "fc8480808080",
    "stray-tail": "80",
    "fe-ff": "fe",
    "lead-without-tails": "c241",
    "truncated": "c2",
}
WIDE = [
    ("UTF-16BE", "lone-high", "d800"),
    ("UTF-16LE", "lone-high", "00d8"),
    ("UTF-16BE", "lone-low", "dc00"),
    ("UTF-16BE", "reversed-pair", "dc00d800"),
    ("UTF-16", "odd-octet", "00"),
    ("UTF-32BE", "surrogate", "0000d800"),
    ("UTF-32LE", "beyond-unicode", "00001100"),
    ("UTF-32", "truncated", "00"),
]


@pytest.mark.parametrize(
    ("encoding", "kind", "smallest"), [*(("UTF-8", *item) for item in TEXTBOOK.items()), *WIDE]
)
def test_a_class_shrinks_to_the_textbook(encoding: str, kind: str, smallest: str) -> None:
    found = find(utf.ill_formed(encoding, kind), lambda _: True, settings=thorough)
    assert found.hex() == smallest


def test_the_textbook_has_all_classes_of_utf_8() -> None:
    assert set(utf.kinds("UTF-8")) == set(TEXTBOOK)


def test_well_formed_octets_shrink_to_short_plain_text() -> None:
    def found(condition: str) -> bytes:
        strategy = utf.well_formed(min_size=1)
        wanted = condition.encode()
        return find(strategy, lambda octets: wanted in octets, settings=thorough)

    assert found("") == b"A"
    assert found("\ufffd") == b"\xef\xbf\xbd"


@pytest.mark.parametrize(
    "character",
    [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF],
)
def test_the_edges_come_often(character: int) -> None:
    assert _values_drawn().count(character) > EXAMPLES / 5


def test_every_length_comes_often_beside_the_edges() -> None:
    lengths = [len(chr(value).encode()) for value in _values_drawn()]
    assert all(lengths.count(length) > len(lengths) / 20 for length in (1, 2, 3, 4))


@cache
def _values_drawn() -> list[int]:
    texts = drawn(utf.well_formed(), 40 * EXAMPLES)
    return [ord(character) for octets in texts for character in octets.decode("utf-8")]


@pytest.mark.parametrize(("least", "most"), [(0, 0), (3, 3), (2, 5)])
def test_the_sizes_count_characters(least: int, most: int) -> None:
    for octets in drawn(utf.well_formed("UTF-8", min_size=least, max_size=most)):
        assert least <= len(octets.decode("utf-8")) <= most


@pytest.mark.parametrize(
    ("encoding", "marks"),
    [
        ("UTF-16", (b"\xfe\xff", b"\xff\xfe")),
        ("UTF-32", (b"\x00\x00\xfe\xff", b"\xff\xfe\x00\x00")),
    ],
)
def test_both_orders_and_unmarked_text_come(encoding: str, marks: tuple[bytes, bytes]) -> None:
    texts = drawn(utf.well_formed(encoding, min_size=1), 5 * EXAMPLES)
    first = [next((mark for mark in marks if text.startswith(mark)), b"") for text in texts]
    assert all(first.count(mark) > EXAMPLES / 2 for mark in (*marks, b""))


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16LE", "UTF-32"])
def test_chunks_join_to_the_octets(encoding: str) -> None:
    seen: list[tuple[bytes, list[bytes]]] = []

    @quick
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        octets = data.draw(utf.well_formed(encoding))
        seen.append((octets, data.draw(utf.chunked(st.just(octets)))))

    draw()
    for octets, chunks in seen:
        assert b"".join(chunks) == octets
    assert any(b"" in chunks for _, chunks in seen if len(chunks) > 1)
    assert any(len(chunks) == 1 for _, chunks in seen)
    assert any(_cuts_a_character(encoding, chunks) for _, chunks in seen)


def _cuts_a_character(encoding: str, chunks: list[bytes]) -> bool:
    scheme = default_settings(encoding).scheme
    whole = schemes.read(scheme, b"".join(chunks))
    starts = {offset for offset, _ in whole.placed()} | {len(whole.octets)}
    ends = (sum(map(len, chunks[:count])) for count in range(len(chunks)))
    return any(end not in starts for end in ends)


def test_chunks_shrink_to_one() -> None:
    assert find(utf.chunked(st.just(b"AB")), lambda _: True) == [b"AB"]
    assert find(utf.chunked(st.just(b"AB")), lambda chunks: b"A" in chunks) == [b"A", b"B"]


@pytest.mark.parametrize("octets", ["UTF-8", b"octets", None])
def test_chunks_of_what_is_no_strategy_are_refused_with_what_to_write(octets: object) -> None:
    with pytest.raises(UsageError) as raised:
        utf.chunked(cast("SearchStrategy[bytes]", octets))
    text = str(raised.value)
    assert f"chunked takes a strategy that draws bytes, not {octets!r}: write chunked(" in text
    for name in ("well_formed", "ill_formed"):
        assert name in text
        assert name in utf.__all__


@rules
def test_a_reading_is_the_references(encoding: str, profile: str | None) -> None:
    seen: list[Reading] = []

    @quick
    @given(utf.reads(encoding, profile=profile))
    def draw(drawn: tuple[bytes, Reading]) -> None:
        octets, reading = drawn
        assert reading == read(encoding, profile, octets)
        seen.append(reading)

    draw()
    assert EXAMPLES / 5 < sum(reading.well_formed for reading in seen) < EXAMPLES


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16", "UTF-16BE", "UTF-32", "UTF-32LE"])
def test_decoded_text_equals_the_text_of_python(encoding: str) -> None:
    """Python's own strict codecs are certified; unmarked they take the machine's order."""
    seen: list[bool] = []

    @quick
    @given(utf.decoded(encoding))
    def draw(drawn: tuple[bytes, tuple[int, ...] | None]) -> None:
        octets, values = drawn
        parts = read(encoding, None, octets).parts
        marked = isinstance(next(iter(parts), None), Signature)
        name = f"{encoding}BE" if encoding in {"UTF-16", "UTF-32"} and not marked else encoding
        seen.append(values is None)
        if values is None:
            with pytest.raises(UnicodeDecodeError):
                octets.decode(name)
        else:
            assert tuple(map(ord, octets.decode(name))) == values

    draw()
    assert set(seen) == {True, False}


def test_a_profile_takes_the_signature_off() -> None:
    mark = b"\xef\xbb\xbf"

    def signed(drawn: tuple[bytes, tuple[int, ...] | None]) -> bool:
        return drawn[0].startswith(mark) and drawn[1] is not None

    assert find(utf.decoded(), signed, settings=thorough) == (mark, (0xFEFF,))
    assert find(utf.decoded(profile="whatwg"), signed, settings=thorough) == (mark, ())


def test_surrogates_are_values_where_the_profile_says_so() -> None:
    octets, values = find(
        utf.decoded(profile="generalized-utf-8"),
        lambda drawn: any(map(is_surrogate, drawn[1] or ())),
        settings=thorough,
    )
    assert (octets, values) == (b"\xed\xa0\x80", (0xD800,))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: utf.well_formed("UTF-7"),
            "no encoding is called 'UTF-7': there are UTF-8, UTF-16",
        ),
        (lambda: utf.ill_formed("-"), "no encoding is called '-': there are UTF-8"),
        (lambda: utf.reads(profile="rfc1"), "'rfc1' is no profile for UTF-8: for it there"),
        (lambda: utf.decoded("UTF-32", profile="whatwg"), "'whatwg' says nothing of UTF-32: for"),
        (
            lambda: utf.ill_formed("UTF-8", ["overlong-nine"]),
            "is called 'overlong-nine': in UTF-8 there are overlong-two, overlong-three",
        ),
        (lambda: utf.ill_formed("UTF-16LE", "stray-tail"), "in UTF-16LE there are lone-high, "),
        (lambda: utf.ill_formed("UTF-8", []), "no class of ill-formed octets is named: leave"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_ones(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(UsageError) as raised:
        make()
    assert words in str(raised.value)


def test_a_name_may_be_written_small() -> None:
    assert utf.kinds("utf-16le") == utf.kinds("UTF-16LE")


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    words = "import sys; sys.modules['hypothesis'] = None; import utfproof.strategies"
    done = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last == (
        "ModuleNotFoundError: utfproof.strategies needs Hypothesis: "
        "pip install 'utfproof[strategies]'"
    )


@pytest.mark.parametrize(
    ("scheme", "pieces", "together"),
    [
        (Scheme.UTF_8, "c2 80", "c24180"),
        (Scheme.UTF_8, "e282 ac", "e28241ac"),
        (Scheme.UTF_8, "80 80 c080", "8080c080"),
        (Scheme.UTF_16BE, "d800 dc00", "d8000041dc00"),
        (Scheme.UTF_16LE, "00d8 00dc00d8 00dc", "00d8410000dc00d8410000dc"),
        (Scheme.UTF_16BE, "dc00 d800 d800", "dc00d800d800"),
    ],
)
def test_pieces_that_would_heal_each_other_are_kept_apart(
    scheme: Scheme, pieces: str, together: str
) -> None:
    first, *rest = map(bytes.fromhex, pieces.split())
    assert utf._joined(scheme, (), first, rest).hex() == together
