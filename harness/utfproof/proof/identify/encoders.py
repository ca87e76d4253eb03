"""The options of an encoder: the units it takes, and its output for a surrogate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from utfproof.model.encoding import (
    REPLACEMENT,
    ByteOrder,
    Scheme,
    facts,
    is_surrogate,
    signature_octets,
)
from utfproof.model.fields import points
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import SurrogateOutput, Units
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.fit import ProbeAnswer, fit_probed
from utfproof.proof.identify.identified import IdentifiedOption
from utfproof.reference import schemes

RAW = "raw"
"""What an encoder does that writes surrogates as if they were values; no option can claim it."""

_MODES = (Mode.STRICT, Mode.REPLACE)
_LETTER, _QUESTION_MARK = 0x41, 0x3F
_JOINED, _NOT_JOINED = b"joined", b"not joined"
_PAIR = (0xD83D, 0xDE00)
_PAIRED = 0x1F600
_PAIRS: tuple[tuple[Values, Values], ...] = (
    (_PAIR, (_PAIRED,)),
    ((_LETTER, *_PAIR, _LETTER), (_LETTER, _PAIRED, _LETTER)),
)
_LONE: tuple[Values, ...] = (
    (0xD800,),
    (0xDFFF,),
    (_LETTER, 0xDBFF, _LETTER),
    (0xDC00, _LETTER, 0xD800),
    (0xDFFF, 0xDBFF),
)


@dataclass(frozen=True, slots=True)
class _Style:
    """The byte order and signature of an encoder, which are not matters of options."""

    scheme: Scheme
    order: ByteOrder
    signature: bytes

    def write(self, values: Sequence[int]) -> bytes:
        """Return the answer with these values written, surrogates as if they were values."""
        return b"ok " + (self.signature + b"".join(map(self._octets, values))).hex().encode()

    def _octets(self, value: int) -> bytes:
        unit = facts(self.scheme).unit
        if is_surrogate(value):
            raw = schemes.encode_value(Scheme.GENERALIZED_UTF_8, value) or b""
            return raw if unit == 1 else value.to_bytes(unit, self.order)
        octets = schemes.encode_value(schemes.ordered(self.scheme, self.order), value)
        return octets or b""


def units(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out whether a high half before a low one is one character to an encoder.

    An encoder that writes UTF-16 and lets surrogates pass writes a pair in either case.
    """
    probed: list[ProbeAnswer] = []
    texts = [text for text, _ in _PAIRS]
    for mode in _MODES:
        style = _style(conversation, mode)
        answers = _answers(conversation, mode, texts) if style else []
        for (text, joined), answer in zip(_PAIRS, answers, strict=bool(style)):
            whole = style is not None and answer == style.write(joined)
            word = _JOINED if whole else _NOT_JOINED
            expected = {Units.CODE_POINTS.value: _NOT_JOINED, Units.UTF_16.value: _JOINED}
            probed.append(ProbeAnswer(points(text).encode("ascii"), answer, word, expected))
    fit = fit_probed(probed)
    if fit is None:
        return None
    settings = conversation.settings
    declared = conversation.codec.claims.option("units", conversation.encoding) is not None
    return IdentifiedOption(fit, settings.units.value if settings else None, declared=declared)


def surrogate_output(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out the output of an encoder in replace mode for a lone surrogate.

    None where it has no such mode, or where its host cannot express a surrogate. An encoder that
    writes surrogates although it is strict is called raw.
    """
    settings = conversation.settings
    claimed = settings.surrogate_output if settings else None
    for mode in (Mode.REPLACE, Mode.STRICT):
        style = _style(conversation, mode)
        if style is None:
            continue
        answers = _answers(conversation, mode, _LONE)
        fit = fit_probed(
            [
                ProbeAnswer(
                    points(text).encode("ascii"),
                    None if (answer or b"").startswith(b"impossible") else answer,
                    _error_or(answer or b""),
                    _outputs(style, text),
                )
                for text, answer in zip(_LONE, answers, strict=True)
            ]
        )
        if fit and (mode is Mode.REPLACE or RAW in fit.fits):
            return IdentifiedOption(fit, claimed.value if claimed else None)
    return None


def _outputs(style: _Style, text: Values) -> Mapping[str, bytes]:
    return {
        SurrogateOutput.REPLACE.value: style.write(_instead(REPLACEMENT, text)),
        SurrogateOutput.QUESTION_MARK.value: style.write(_instead(_QUESTION_MARK, text)),
        SurrogateOutput.REFUSE.value: b"error",
        RAW: style.write(text),
    }


def _instead(substitute: int, text: Values) -> Values:
    return tuple(substitute if is_surrogate(value) else value for value in text)


def _error_or(answer: bytes) -> bytes:
    return b"error" if answer.startswith(b"error") else answer


def _answers(
    conversation: EncodingConversation, mode: Mode, texts: Sequence[Values]
) -> list[bytes | None]:
    offer = conversation.offer(Op.ENCODE, mode)
    return conversation.encode(offer, texts) if offer else [None] * len(texts)


def _style(conversation: EncodingConversation, mode: Mode) -> _Style | None:
    """Find out how an encoder writes one letter; None where it cannot be asked or writes none."""
    [answer] = _answers(conversation, mode, [(_LETTER,)])
    scheme = Scheme(conversation.encoding.value)
    order = facts(scheme).order
    orders: tuple[ByteOrder, ...] = (order,) if order else ("big", "little")
    for found in orders:
        for signature in (b"", signature_octets(scheme, found)):
            style = _Style(scheme, found, signature)
            if answer == style.write((_LETTER,)):
                return style
    return None
