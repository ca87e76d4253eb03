"""The cause of an error: only the end of the input makes it one, or the octets that are there.

Truncated are the octets from the error to the end where a well-formed sequence begins with them and
goes on (Unicode 3.9: a maximal subpart at the end of the input); whatever else is refused is
ill-formed.
"""

from __future__ import annotations

from functools import lru_cache

from utfproof.model.encoding import Scheme, facts
from utfproof.model.reading import IllFormed, Reading
from utfproof.reference import schemes

_LONGEST = 6
"""Octets in the longest sequence of any scheme: those of CESU-8 and of RFC 2279."""


def of_rest(scheme: Scheme, rest: bytes) -> bool | None:
    """Tell whether the octets from an error to the end are truncated; None for either cause.

    Either fits octets that are too few for a code unit, so that no document calls them ill-formed,
    and that no octet completes. UTF-16 and UTF-32 have to be named with their order.
    """
    return _of_rest(scheme, rest) if len(rest) < _LONGEST else False


# Few strings are so short, and most errors stand at the end of many inputs.
@lru_cache(maxsize=1 << 14)
def _of_rest(scheme: Scheme, rest: bytes) -> bool | None:
    automaton = schemes.automaton(scheme)
    state = automaton.after(rest)
    if rest and state != automaton.dead and state not in automaton.accepting:
        return True
    odd = len(rest) % facts(scheme).unit and schemes.read_text(scheme, rest).parts[0]
    return None if isinstance(odd, IllFormed) and odd.truncated else False


def of_reading(scheme: Scheme, reads: Reading) -> bool | None:
    """Tell the cause of the first error of a reading; None for either, and where there is none."""
    found = reads.first_error()
    if found is None:
        return None
    offset, part = found
    if not part.truncated:
        return False
    octets = reads.octets
    order = schemes.order_of(scheme, octets)
    # A reading by other rules than those of the scheme may have a sequence that the scheme has not.
    return of_rest(schemes.ordered(scheme, order), octets[offset:]) or None
