"""The pool: what was added stays where it is, and parts begin where the reference says."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from utfproof.fuzz.targets.octet_pool import OctetPool, PoolEntries  # noqa: E402  (numpy is an extra)
from utfproof.model.encoding import Scheme  # noqa: E402
from utfproof.reference import schemes  # noqa: E402

TEXTS = ("", "A", "déjà", "\U0001f600a\U0010ffff", "日本", "\U00010000")
WHERE_PAIRS_ARE_ONE_PART = (Scheme.CESU_8, Scheme.MUTF_8)


def _written(scheme: Scheme, text: str) -> bytes:
    return b"".join(schemes.encode_value(scheme, ord(one)) or b"" for one in text)


def _strings(pool: OctetPool, entries: PoolEntries) -> list[bytes]:
    octets = pool.octets.tobytes()
    spans = zip(entries.starts.tolist(), entries.lengths.tolist(), strict=True)
    return [octets[start : start + length] for start, length in spans]


def test_a_pool_that_grew_is_one_that_was_made_at_once() -> None:
    words = [bytes((index % 251,)) * (index % 7) for index in range(40_000)]
    at_once, grown = OctetPool(Scheme.UTF_8), OctetPool(Scheme.UTF_8)
    all_entries = at_once.add(words)
    entries = grown.add(words[:10])
    for first in range(10, len(words), 9_998):
        entries = entries.joined(grown.add(words[first : first + 9_998]))
    assert _strings(grown, entries) == words == _strings(at_once, all_entries)
    places = np.arange(len(grown.octets) + 1)
    assert (grown.part_at(places) == at_once.part_at(places)).all()


@pytest.mark.parametrize("scheme", [one for one in Scheme if one not in WHERE_PAIRS_ARE_ONE_PART])
def test_parts_of_well_formed_text_begin_where_its_characters_do(scheme: Scheme) -> None:
    pool = OctetPool(scheme)
    strings = [_written(scheme, text) for text in TEXTS]
    entries = pool.add(strings)
    for string, start in zip(strings, entries.starts.tolist(), strict=True):
        offsets = [offset for offset, _ in schemes.read_text(scheme, string).placed()]
        found = pool.part_at(np.arange(start, start + len(string))) - start
        assert sorted(set(found.tolist())) == offsets
        assert int(pool.part_at(np.array(start + len(string)))) == start + len(string)


def test_a_part_never_begins_in_the_string_before() -> None:
    pool = OctetPool(Scheme.UTF_8)
    entries = pool.add([b"A\x80", b"\x80\x80"])
    assert pool.part_at(entries.starts[1:] + 1).tolist() == [2]
