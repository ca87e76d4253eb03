"""Run lengths of sweeps: the protocol's examples, the known totals, every label by reading."""

from __future__ import annotations

from itertools import groupby

import pytest

from utfproof.model.encoding import Scheme, facts
from utfproof.reference import schemes
from utfproof.reference.runs import Run, runs, without_offsets

from .notation import strings

UTF_8 = schemes.automaton(Scheme.UTF_8)


def written(labelled: tuple[Run, ...]) -> str:
    """Write runs as an adapter answers: `128v 128i0`."""
    return " ".join(f"{length}{label}" for length, label in labelled)


@pytest.mark.parametrize(
    ("prefix", "count", "answer"),
    [
        ("", 1, "128v 128i0"),
        ("C2", 1, "128i0 64v 64i0"),
        ("41", 1, "128v 128i1"),
        ("", 0, "1v"),
        ("E2 82", 0, "1i0"),
        ("41 E2 82 AC F0", 0, "1i4"),
        ("41 C0", 1, "256i1"),
    ],
)
def test_the_answers_are_those_of_the_protocol(prefix: str, count: int, answer: str) -> None:
    assert written(runs(UTF_8, bytes.fromhex(prefix), count)) == answer


@pytest.mark.parametrize(
    ("length", "labelled", "plain"), [(1, 2, 2), (2, 317, 316), (3, 46_367, 46_208)]
)
def test_the_number_of_runs_is_known(length: int, labelled: int, plain: int) -> None:
    found = runs(UTF_8, b"", length)
    assert len(found) == labelled
    assert len(without_offsets(found)) == plain


@pytest.mark.parametrize(("length", "total"), [(1, 128), (2, 18_304), (3, 2_650_112)])
def test_the_number_of_well_formed_strings_is_known(length: int, total: int) -> None:
    assert sum(count for count, label in runs(UTF_8, b"", length) if label == "v") == total


def test_the_strings_of_four_octets_come_out_of_256_shards() -> None:
    shards = (runs(UTF_8, bytes((lead,)), 3) for lead in range(256))
    counts = [
        (sum(n for n, label in shard if label == "v"), sum(n for n, _ in shard)) for shard in shards
    ]
    assert sum(well_formed for well_formed, _ in counts) == 383_270_912
    assert sum(total for _, total in counts) == 256**4


@pytest.mark.parametrize("scheme", list(Scheme))
def test_every_label_says_what_reading_says(scheme: Scheme) -> None:
    if facts(scheme).unit == 1:
        alphabet, longer = "41 C2 ED A0", ("41 ED A0 80", "ED A0 80 ED", "41 ED A0 80 ED B0")
    else:
        alphabet, longer = "00 D8 FE FF", ("00 41 D8 00 DC", "FF FE 00 D8 00", "00 00 FE FF 00 00")
    automaton = schemes.automaton(scheme)
    for prefix in (*strings(bytes.fromhex(alphabet), 2), *map(bytes.fromhex, longer)):
        labels = (_label(scheme, prefix + bytes((octet,))) for octet in range(256))
        expected = tuple((len(list(same)), label) for label, same in groupby(labels))
        assert runs(automaton, prefix, 1) == expected, prefix.hex(" ")


def _label(scheme: Scheme, octets: bytes) -> str:
    error = schemes.read(scheme, octets).first_error()
    return f"i{error[0]}" if error else "v"


def test_neighbours_that_differ_only_in_the_offset_are_one_run_without_offsets() -> None:
    assert without_offsets(((1, "v"), (2, "i0"), (3, "i1"), (4, "v"))) == (
        (1, "v"),
        (5, "i"),
        (4, "v"),
    )
