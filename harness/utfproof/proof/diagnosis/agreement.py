"""Whether an answer agrees with a foretold one: in its text; in its time where that is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.model.outcome import Decoded, Encoded, Outcome, Refused, ReplacementsTold


def same(one: Outcome, other: Outcome) -> bool:
    """Return whether two outcomes agree; a fact that one omits contradicts nothing."""
    if one == other:
        return True
    match one, other:
        case (Decoded(values), Decoded(found)):
            return values == found
        case (ReplacementsTold(values, told), ReplacementsTold(found, number)):
            return values == found and _same_number(told, number)
        case (Encoded(octets), Encoded(written)):
            return octets == written
        case (Refused(offset, length), Refused(place, size)):
            causes = (one.truncated, other.truncated)
            stated = ((offset, place), (length, size), causes)
            return all(None in pair or pair[0] == pair[1] for pair in stated)
        case _:
            return False


def _same_number(one: bool | int, other: bool | int) -> bool:
    """Compare numbers; whoever tells only whether there was any agrees with each that is so."""
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one) == bool(other)
    return one == other


def as_foretold(wrong: Outcome, right: Outcome, found: Outcome) -> bool:
    """Return whether an outcome agrees with a wrong one; in time too, if that alone is wrong."""
    return same(wrong, found) and (not same(wrong, right) or _time(wrong) == _time(found))


def _time(outcome: Outcome) -> Sequence[int] | int:
    """Return how much came with each chunk, or how many were finished before an error."""
    match outcome:
        case Decoded() | Encoded():
            return [len(output) for output in outcome.chunk_outputs]
        case Refused():
            return outcome.chunks
        case _:
            return ()
