"""The inputs of a comparison that are known beforehand: the same in every run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from utfproof.errors import FindingsError
from utfproof.fuzz.compare.disguises import disguises
from utfproof.fuzz.inputs import corpus, dictionary
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.outcome import Values
from utfproof.proof.families import inputs

_FAMILIES = ("octets", "representatives")
_CAMPAIGN = "name the folder of a campaign: --out DIR of `utfproof fuzz`"


def fixed_inputs(encoding: Encoding, text: Values = ()) -> Iterator[bytes]:
    """Yield each input once.

    These are the inputs of the written vectors, the disguises of a text, the dictionary, every
    string of up to two octets, and every string of up to four octets (three units), one for each
    kind.
    """
    return _once(_all(encoding, text))


def _all(encoding: Encoding, text: Values) -> Iterator[bytes]:
    scheme = Scheme(encoding.value)
    yield from seeds(encoding)
    if text:
        yield from disguises(scheme, text)
    yield from dictionary.tokens(scheme)
    for family in _FAMILIES:
        for _, strings in inputs.groups(family, scheme):
            yield from strings


def _once(found: Iterable[bytes]) -> Iterator[bytes]:
    seen: set[bytes] = set()
    for octets in found:
        if octets not in seen:
            seen.add(octets)
            yield octets


def campaign_inputs(folder: Path, encoding: Encoding) -> list[bytes]:
    """Read the corpus that a campaign has for an encoding, the shortest first.

    Raises:
        FindingsError: the folder is no campaign's.
    """
    root = folder / corpus.NAME
    if not root.is_dir():
        raise FindingsError("no campaign with a corpus", place=str(folder), hint=_CAMPAIGN)
    if not (root / encoding.value).is_dir():
        return []
    found = corpus.FolderCorpus(folder, encoding)
    return sorted(found.take_up(), key=lambda octets: (len(octets), octets))
