"""The corpora: complete, told apart by every policy, and read as the reference reads them."""

from __future__ import annotations

from itertools import combinations

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.profile import Policy
from utfproof.proof.identify import corpora
from utfproof.proof.identify.corpora import OF_OCTETS, OF_UNITS, PolicyCorpus
from utfproof.reference import replacement

OCTET_SCHEMES = (Scheme.UTF_8, Scheme.RFC_2279, Scheme.GENERALIZED_UTF_8)
UNIT_SCHEMES = (Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE)


def _says_the_reference(corpus: PolicyCorpus, indexes: range) -> None:
    for policy, model in corpus.models.items():
        for index in indexes:
            octets = corpus.strings[index]
            replaced = replacement.replaced(policy, corpus.scheme, octets)
            skipped = replacement.skipped(policy, corpus.scheme, octets)
            unit = replacement.first_unit(policy, corpus.scheme, octets)
            said = (model.replaced[index], model.skipped[index], model.errors[index])
            assert said == (_answer(replaced), _answer(skipped), unit), (policy, octets.hex(" "))


def _answer(values: tuple[int, ...]) -> bytes:
    return "".join(["ok", *(f" {value:x}" for value in values)]).encode("ascii")


def test_the_corpus_of_utf_8_is_every_string_of_up_to_four_octets() -> None:
    strings = corpora._octet_strings(corpora.LONGEST)
    assert len({octet for string in strings for octet in string}) == 18
    assert len(strings) == len(set(strings)) == 111_151


@pytest.mark.parametrize("policy", [Policy.BYTE, Policy.LEAD_6])
def test_the_model_of_a_policy_holds_for_strings_of_four_octets(policy: Policy) -> None:
    strings = corpora._octet_strings(corpora.LONGEST)
    parts = corpora._parts(Scheme.UTF_8, strings)
    model = corpora._model(policy, Scheme.UTF_8, parts)
    corpus = PolicyCorpus(Scheme.UTF_8, tuple(strings), (), {policy.value: model})
    _says_the_reference(corpus, range(len(strings) - 1, 0, -211))


@pytest.mark.parametrize("scheme", OCTET_SCHEMES)
def test_a_model_of_octets_says_what_the_reference_says(scheme: Scheme) -> None:
    corpus = corpora.of_octets(scheme, 3)
    _says_the_reference(corpus, range(0, len(corpus.strings), 29))


@pytest.mark.parametrize("scheme", UNIT_SCHEMES)
def test_a_model_of_units_says_what_the_reference_says(scheme: Scheme) -> None:
    corpus = corpora.of_units(scheme)
    _says_the_reference(corpus, range(0, len(corpus.strings), 37))


@pytest.mark.parametrize(
    ("scheme", "strings"), [(Scheme.UTF_16BE, 5_555), (Scheme.UTF_32BE, 10_660)]
)
def test_the_corpus_of_units_is_every_string_of_up_to_three(scheme: Scheme, strings: int) -> None:
    corpus = corpora.of_units(scheme)
    assert len(corpus.strings) == len(set(corpus.strings)) == strings


@pytest.mark.parametrize(("one", "other"), list(combinations(OF_OCTETS, 2)))
def test_two_policies_of_octets_part_on_the_corpus(one: str, other: str) -> None:
    models = corpora.of_octets(Scheme.UTF_8, 3).models
    assert models[one].replaced != models[other].replaced


@pytest.mark.parametrize(("one", "other"), list(combinations(OF_UNITS, 2)))
def test_two_policies_of_utf_16_part_on_the_corpus(one: str, other: str) -> None:
    models = corpora.of_units(Scheme.UTF_16LE).models
    assert models[one].replaced != models[other].replaced


def test_what_is_skipped_in_utf_8_is_the_same_under_every_policy() -> None:
    models = corpora.of_octets(Scheme.UTF_8, 3).models
    assert len({model.skipped for model in models.values()}) == 1


def test_a_corpus_begins_with_the_shortest_string() -> None:
    for corpus in (
        corpora.of_octets(Scheme.UTF_8, 3),
        corpora.of_units(Scheme.UTF_16BE),
    ):
        lengths = [len(octets) for octets in corpus.strings]
        assert lengths == sorted(lengths)
        assert corpus.lines[:2] == (b"-", corpus.strings[1].hex().encode("ascii"))
