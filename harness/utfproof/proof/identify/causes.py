"""The causes that a codec tells of errors: truncated or ill-formed, fitted to models."""

from __future__ import annotations

from itertools import product

from utfproof.engine.questions.placement import unordered
from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import EXACT
from utfproof.oracle.samples import pieces
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.fit import ProbeAnswer, fit_probed
from utfproof.proof.identify.identified import IdentifiedOption
from utfproof.reference import chunks, schemes

TOO_SHORT = "truncated where fewer octets are left than the first announces"
AT_THE_END = "truncated wherever the end stands in an error"
NEVER, ALWAYS = "never truncated", "always truncated"
_TRUNCATED, _ILL_FORMED = b"truncated", b"ill-formed"
_LONGEST = 4
"""Octets of a pair, and of a unit of UTF-32."""
_SECOND = (0x00, 0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC3, 0xD8, 0xDC, 0xDF, 0xFF)
"""Octets on both sides of each limit of a second octet, in UTF-8 and of surrogates."""


def causes(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out which errors are called truncated; None where no cause is told."""
    offer = Offer(Op.VALIDATE_CAUSE, conversation.encoding, Mode.STRICT)
    if offer not in conversation.offers:
        return None
    scheme = Scheme(conversation.encoding.value)
    texts = _texts(scheme)
    answers = conversation.decode(offer, [render(text).encode("ascii") for text in texts])
    probed = (_probe(scheme, *pair) for pair in zip(texts, answers, strict=True))
    fit = fit_probed([one for one in probed if one])
    settings = conversation.settings
    return IdentifiedOption(fit, EXACT if settings and settings.causes else None) if fit else None


def _texts(scheme: Scheme) -> list[bytes]:
    """Return texts whose end cuts a sequence, or does not: one octet, two, and more in between."""
    unit, found = facts(scheme).unit, pieces(scheme)
    head = signature_octets(scheme) if unordered(scheme) else b""
    ends = [bytes((octet,)) for octet in range(0x100)]
    ends += [bytes(two) for two in product(range(0x100), _SECOND)]
    ends += [*found.cut, *found.bad, *(one + found.letter for one in (*found.cut, *found.bad))]
    ends += [one[:at] for one in found.characters for at in range(1, len(one))]
    whole = [one for one in found.bad if len(one) == unit]
    ends += [one + bytes((octet,)) for one in whole for octet in _SECOND]
    return list(dict.fromkeys(head + found.letter + one for one in ends))


def _probe(scheme: Scheme, text: bytes, answer: bytes | None) -> ProbeAnswer | None:
    """Return an answer with those of the models; None where there is no error, or either cause."""
    reads = schemes.read(scheme, text)
    error, right = reads.first_error(), chunks.truncated_error(scheme, reads)
    told = (answer or b"").rpartition(b" ")[2]
    if error is None or right is None or told not in (_TRUNCATED, _ILL_FORMED):
        return None
    rest = text[error[0] :]
    short = len(rest) < _announced(scheme, rest)
    models = {
        EXACT: right,
        TOO_SHORT: short,
        AT_THE_END: len(rest) == len(error[1].octets),
        NEVER: False,
        ALWAYS: True,
    }
    words = {name: _TRUNCATED if one else _ILL_FORMED for name, one in models.items()}
    return ProbeAnswer(render(text).encode("ascii"), answer, told, words)


def _announced(scheme: Scheme, rest: bytes) -> int:
    """Return how many octets the first one announces, by its leading ones (Unicode, Table 3-6)."""
    unit = facts(scheme).unit
    if unit > 1:
        return _LONGEST
    ones = 8 - (rest[0] ^ 0xFF).bit_length()
    return max(1, ones)
