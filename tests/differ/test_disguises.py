"""The octets in which a text may be hidden, and the inputs that are asked in every run."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from utfproof.errors import FindingsError
from utfproof.fuzz.compare.disguises import disguises, other_forms
from utfproof.fuzz.compare.fixed_inputs import campaign_inputs, fixed_inputs
from utfproof.fuzz.inputs.corpus import FolderCorpus
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.encoding import Encoding, Scheme
from utfproof.reference import schemes

SLASH = (0x2F,)


def hidden(scheme: Scheme, text: str) -> set[str]:
    return {octets.hex() for octets in disguises(scheme, tuple(map(ord, text)))}


@pytest.mark.parametrize(
    "octets",
    [
        *("2f", "412f41", "c0af", "e080af", "f08080af", "f8808080af", "fc80808080af"),
        *("c02f", "c06f", "c0ef", "c12f", "f0af", "af", "c4af", "f48080af"),
        *("c22f", "e2822f", "f09f982f", "802f", "2f80", "efbbbf2f", "2fefbbbf", "fffe2f"),
        "f09080af",
    ],
)
def test_a_slash_hides_in_other_forms_and_behind_what_may_swallow_it(octets: str) -> None:
    assert octets in hidden(Scheme.UTF_8, "/")


@pytest.mark.parametrize("octets", ["2e2e2f", "2ec0ae2f", "c0ae2e2f", "2e2ec0af", "c0aec0aec0af"])
def test_each_character_of_a_text_hides_alone_and_all_together(octets: str) -> None:
    assert octets in hidden(Scheme.UTF_8, "../")


def test_a_character_beyond_the_first_plane_hides_in_surrogates() -> None:
    assert {"eda0bdedb880", "eda0bd", "edb880"} <= hidden(Scheme.UTF_8, "\U0001f600")


@pytest.mark.parametrize(
    ("scheme", "octets"),
    [
        (Scheme.UTF_16BE, "002f"),
        (Scheme.UTF_16BE, "2f00"),
        (Scheme.UTF_16BE, "012f"),
        (Scheme.UTF_16BE, "d800002f"),
        (Scheme.UTF_16LE, "2f00"),
        (Scheme.UTF_16LE, "00d82f00"),
        (Scheme.UTF_32BE, "8000002f"),
        (Scheme.UTF_32BE, "0020002f"),
        (Scheme.UTF_32LE, "2f000080"),
    ],
)
def test_units_hide_a_slash_too(scheme: Scheme, octets: str) -> None:
    assert octets in hidden(scheme, "/")


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_32LE])
def test_no_other_form_is_the_right_one(scheme: Scheme) -> None:
    right = schemes.encode_value(scheme, 0x2F)
    assert right
    assert right not in {octets for octets in other_forms(scheme, 0x2F) if len(octets) > 1}


def test_known_inputs_are_the_vectors_the_disguises_and_all_short_strings() -> None:
    found = list(fixed_inputs(Encoding.UTF_8, SLASH))
    assert len(found) == len(set(found))
    own = set(found)
    assert set(seeds(Encoding.UTF_8)) <= own
    assert set(disguises(Scheme.UTF_8, SLASH)) <= own
    assert {bytes((first, second)) for first in range(256) for second in range(256)} <= own
    assert {bytes.fromhex("F4908080"), bytes.fromhex("FF41EDA0")} <= own


def test_without_a_text_nothing_is_disguised() -> None:
    longest = bytes.fromhex("41 FC80808080AF 41")
    assert longest in set(fixed_inputs(Encoding.UTF_8, SLASH))
    assert longest not in set(fixed_inputs(Encoding.UTF_8))


@pytest.mark.parametrize("encoding", [one for one in Encoding if one is not Encoding.NONE])
def test_every_encoding_has_known_inputs(encoding: Encoding) -> None:
    assert len(list(islice(fixed_inputs(encoding, SLASH), 5000))) == 5000


def test_the_corpus_of_a_campaign_is_read_the_shortest_first(tmp_path: Path) -> None:
    corpus = FolderCorpus(tmp_path, Encoding.UTF_8)
    for octets in (b"abc", b"z", b"a"):
        corpus.add(octets)
    assert campaign_inputs(tmp_path, Encoding.UTF_8) == [b"a", b"z", b"abc"]
    assert campaign_inputs(tmp_path, Encoding.UTF_16) == []
    assert not (tmp_path / "corpus" / "UTF-16").exists()


def test_a_folder_without_a_corpus_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(FindingsError, match="no campaign with a corpus: name the folder"):
        campaign_inputs(tmp_path, Encoding.UTF_8)
