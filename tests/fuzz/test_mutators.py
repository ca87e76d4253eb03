"""The mutators: all that the field knows is made, at every place, and again by the same seed."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from utfproof.errors import UsageError
from utfproof.fuzz.inputs.batch_mutation import BatchMutator
from utfproof.fuzz.inputs.mutators import make_mutator
from utfproof.model.encoding import Scheme, facts
from utfproof.reference import schemes

pytest.importorskip("numpy")

TEXTS = ("Straße", "日本語 text", "a\U0001f600b", "path/to/../file", "déjà vu")
SCHEMES = [
    *(Scheme.UTF_8, Scheme.CESU_8, Scheme.MUTF_8, Scheme.RFC_2279, Scheme.WTF_8),
    *(Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE, Scheme.UTF_16),
    *(Scheme.UTF_32, Scheme.UCS_2, Scheme.UCS_4, Scheme.GENERALIZED_UTF_8),
]
MILLION = 1_000_000
MANY = 40_000

CUT = rb"(?:[\xc2-\xdf]|[\xe1-\xec][\x80-\xbf]?|[\xf1-\xf3][\x80-\xbf]{0,2})"
OF_OCTETS = {
    "overlong of two": rb"[\xc0\xc1][\x80-\xbf]",
    "overlong of three": rb"\xe0[\x80-\x9f][\x80-\xbf]",
    "overlong of four": rb"\xf0[\x80-\x8f][\x80-\xbf]{2}",
    "pair": rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]",
    "surrogate": rb"\xed[\xa0-\xbf][\x80-\xbf]",
    "beyond": rb"\xf4[\x90-\xbf][\x80-\xbf]{2}|[\xf5-\xf7][\x80-\xbf]{3}",
    "five octets": rb"[\xf8-\xfb][\x80-\xbf]{4}",
    "six octets": rb"[\xfc\xfd][\x80-\xbf]{5}",
    "never": rb"[\xfe\xff]",
    "stray tail": rb"(?<![\x80-\xff])[\x80-\xbf]",
    "truncated": CUT + rb"\Z",
    "interrupted": CUT + rb"[^\x80-\xbf]",
}
OF_UTF_16 = {
    "lone high": rb"[\xd8-\xdb].(?:[^\xdc-\xdf].|\Z)",
    "lone low": rb"[\xdc-\xdf].",
    "half a unit": rb".\Z",
}
OF_UTF_32 = {
    "surrogate": rb"\0\0[\xd8-\xdf].",
    "beyond": rb"\0[\x11-\xff]..|[\x01-\xff]...",
    "half a unit": rb".{1,3}\Z",
}
CHARACTER = {
    1: rb"[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]"
    rb"|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}",
    2: rb"[^\xd8-\xdf].|[\xd8-\xdb].[\xdc-\xdf].",
    4: rb"\0\0[^\xd8-\xdf].|\0[\x01-\x10]..",
}


@cache
def _corpus(scheme: Scheme) -> tuple[bytes, ...]:
    """Write a few well-formed texts."""
    return tuple(
        b"".join(schemes.encode_value(scheme, ord(one)) or b"" for one in text) for text in TEXTS
    )


@cache
def _made(scheme: Scheme, count: int) -> list[bytes]:
    return BatchMutator(scheme, 20).block(_corpus(scheme), count).inputs


def _share(scheme: Scheme, inputs: list[bytes]) -> float:
    """Tell how many of the inputs are ill-formed, of one."""
    accepts = schemes.automaton(scheme).accepts
    return sum(not accepts(octets) for octets in inputs) / len(inputs)


def _first_faults(scheme: Scheme, count: int, kinds: dict[str, bytes]) -> Iterator[tuple[str, int]]:
    """Yield the kind of the first fault of each input of known kind, and where it is."""
    width = facts(scheme).unit
    names = b"|".join(b"(?P<k%d>%b)" % item for item in enumerate(kinds.values()))
    pattern = re.compile(b"(?>(?:%b)*)(?:%b)" % (CHARACTER[width], names), re.DOTALL)
    for octets in _made(scheme, count):
        turned = _big_endian(octets, width) if facts(scheme).order == "little" else octets
        match = pattern.match(turned)
        if match and match.lastgroup:
            name = match.lastgroup
            yield [*kinds][int(name[1:])], match.start(name)


def _big_endian(octets: bytes, width: int) -> bytes:
    return b"".join(octets[at : at + width][::-1] for at in range(0, len(octets), width))


def test_a_million_inputs_have_every_fault_of_utf_8_at_all_64_places() -> None:
    places = defaultdict(set)
    for kind, place in _first_faults(Scheme.UTF_8, MILLION, OF_OCTETS):
        places[kind].add(place % 64)
    assert {kind: len(places[kind]) for kind in OF_OCTETS} == dict.fromkeys(OF_OCTETS, 64)


def test_faults_also_stand_behind_and_before_long_runs_of_letters() -> None:
    inputs = _made(Scheme.UTF_8, MANY)
    bare = [octets.rstrip(b"A") for octets in inputs if octets.rstrip(b"A")]
    assert sum(len(octets) - len(octets.lstrip(b"A")) >= 128 for octets in bare) > MANY // 500
    assert sum(octets.endswith(b"A" * 64) for octets in inputs) > MANY // 500


def test_of_a_million_inputs_less_than_a_fifth_stand_twice() -> None:
    inputs = _made(Scheme.UTF_8, MILLION)
    assert len(inputs) == MILLION
    assert len(set(inputs)) > 0.8 * MILLION


@pytest.mark.parametrize("scheme", [Scheme.CESU_8, Scheme.MUTF_8, Scheme.RFC_2279, Scheme.WTF_8])
def test_relatives_of_utf_8_meet_every_fault_of_utf_8(scheme: Scheme) -> None:
    counts = Counter(kind for kind, _ in _first_faults(scheme, MANY, OF_OCTETS))
    assert min(counts[kind] for kind in OF_OCTETS) >= 20


@pytest.mark.parametrize(
    ("scheme", "kinds"),
    [
        (Scheme.UTF_16BE, OF_UTF_16),
        (Scheme.UTF_16LE, OF_UTF_16),
        (Scheme.UTF_32BE, OF_UTF_32),
        (Scheme.UTF_32LE, OF_UTF_32),
    ],
)
def test_wide_units_are_wrong_in_every_way_at_every_place(
    scheme: Scheme, kinds: dict[str, bytes]
) -> None:
    places = defaultdict(set)
    for kind, place in _first_faults(scheme, 4 * MANY, kinds):
        places[kind].add(place % 64)
    wanted = set(range(0, 64, facts(scheme).unit))
    assert {kind for kind in kinds if wanted <= places[kind]} == set(kinds)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_some_inputs_are_well_formed_and_some_are_not(scheme: Scheme) -> None:
    assert 0.3 < _share(scheme, _made(scheme, MANY)) < 0.9


@pytest.mark.parametrize("scheme", SCHEMES)
def test_most_inputs_are_short_some_are_not_and_few_stand_twice(scheme: Scheme) -> None:
    lengths = sorted(map(len, _made(scheme, MANY)))
    assert 8 <= statistics.median(lengths) / max(1, facts(scheme).unit // 2) <= 20
    assert lengths[-1] == 256
    assert lengths[-MANY // 50] > 96
    assert len(set(_made(scheme, MANY))) > 0.8 * MANY


@pytest.mark.parametrize("scheme", [one for one in SCHEMES if facts(one).unit > 1])
def test_inputs_of_wide_units_are_mostly_whole(scheme: Scheme) -> None:
    odd = sum(len(octets) % facts(scheme).unit > 0 for octets in _made(scheme, MANY)) / MANY
    assert 0.01 < odd < 0.15


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_same_seed_and_corpora_give_the_same_blocks(scheme: Scheme) -> None:
    corpus = list(_corpus(scheme))
    one, other, third = BatchMutator(scheme, 5), BatchMutator(scheme, 5), BatchMutator(scheme, 6)
    made = one.block(corpus, 5_000).inputs
    assert made == other.block(corpus, 5_000).inputs != third.block(corpus, 5_000).inputs
    corpus += [b"new", b"\xff" * 9]
    assert one.block(corpus, 5_000).inputs == other.block(corpus, 5_000).inputs


def test_new_inputs_of_the_corpus_are_mutated() -> None:
    corpus = list(_corpus(Scheme.UTF_8))
    mutator = BatchMutator(Scheme.UTF_8, 3)
    new = b"[unlike what was there]"
    assert not any(new in octets for octets in mutator.block(corpus, MANY))
    corpus.append(new)
    found = mutator.block(corpus, MANY)
    assert sum(new in octets for octets in found) > MANY // 500
    assert sum(octets.endswith(b"there]") for octets in found) > MANY // 100


def test_a_text_is_cut_doubled_swapped_truncated_and_repeated() -> None:
    inputs = set(BatchMutator(Scheme.UTF_8, 3).block([b"abcdefgh"], MANY))
    assert {b"abfgh", b"abcdefcdefgh", b"defghabc", b"abc", b"fgh", b"abcdefgh"} <= inputs
    assert _any(rb"[a-h]*([a-h]+)\1{8,}[a-h]*", inputs)


def test_the_beginning_of_one_text_meets_the_end_of_another() -> None:
    inputs = set(BatchMutator(Scheme.UTF_8, 3).block([b"abcdefgh", b"12345678"], MANY))
    assert _any(rb"abc[d-g]*[2-5]*678", inputs)
    assert _any(rb"ab[c-f]*[2-7]+[c-f]*gh", inputs)
    assert _any(rb"a[b-g]*\xed[\xa0-\xbf][\x80-\xbf][2-7]*8", inputs)


def _any(pattern: bytes, inputs: set[bytes]) -> bool:
    return any(map(re.compile(pattern).fullmatch, inputs))


def test_a_fault_stands_many_times_in_a_row() -> None:
    inputs = _made(Scheme.UTF_8, MANY)
    assert sum(bool(re.search(rb"(\xed[\xa0-\xbf].|\xff)\1{15}", one)) for one in inputs) > 5


def test_long_texts_do_not_make_all_inputs_long() -> None:
    corpus = ["ligne après ligne ".encode() * 40] * 5
    lengths = sorted(map(len, BatchMutator(Scheme.UTF_8, 3).block(corpus, MANY)))
    assert statistics.median(lengths) < 32
    assert lengths[-1] == 256


@pytest.mark.parametrize("most", [1, 3, 64, 1_000])
def test_no_input_is_longer_than_the_most(most: int) -> None:
    longest = max(map(len, BatchMutator(Scheme.UTF_8, 3).block(_corpus(Scheme.UTF_8), MANY, most)))
    assert 0.9 * most <= longest <= most


@pytest.mark.parametrize("corpus", [[], [b""]])
def test_without_a_text_there_are_tokens(corpus: list[bytes]) -> None:
    found = BatchMutator(Scheme.UTF_8, 3).block(corpus, MANY).inputs
    assert 0.3 < _share(Scheme.UTF_8, found) < 0.9
    assert len(set(found)) > MANY // 2


@pytest.mark.parametrize("count", [0, 1, 2, 4_097])
def test_a_block_has_as_many_inputs_as_were_asked_for(count: int) -> None:
    found = BatchMutator(Scheme.UTF_16LE, 3).block(_corpus(Scheme.UTF_16LE), count)
    assert len(found) == count
    assert all(isinstance(octets, bytes) for octets in found)


def test_inputs_that_are_made_one_by_one_may_be_empty() -> None:
    mutator = BatchMutator(Scheme.UTF_8, 3)
    found = [mutator.block([b"ab"], 1)[0] for _ in range(500)]
    assert b"" in found
    assert len(set(found)) > 300


def test_numpy_that_is_not_installed_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [*sys.modules]:
        if name.split(".")[0] == "numpy":
            monkeypatch.delitem(sys.modules, name)
    for name in ("arrangements", "batch_mutation", "overwriting", "surroundings"):
        monkeypatch.delitem(sys.modules, f"utfproof.fuzz.inputs.{name}", raising=False)
    for name in ("input_batch", "octet_pool"):
        monkeypatch.delitem(sys.modules, f"utfproof.fuzz.targets.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(
        UsageError, match=r'numpy is not installed: run `pip install "utfproof\[fuz'
    ):
        make_mutator(Scheme.UTF_8, 1)


def test_numpy_is_loaded_by_the_first_mutator_and_not_before() -> None:
    script = """
import sys
from utfproof.fuzz.inputs.mutators import make_mutator
from utfproof.model.encoding import Scheme
before = "numpy" in sys.modules
make_mutator(Scheme.UTF_8, 1)
print(before, "numpy" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
