"""One codec is asked about one encoding, its answers as lines that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.answer_lines import parse
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import describe
from utfproof.engine.questions.domain import outside
from utfproof.errors import UtfproofError
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding, facts
from utfproof.model.fields import points, read_joined, read_octets, render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Encoded, Garbled, NotRun, Outcome, Values
from utfproof.model.profile import Settings

_CHUNKS = {Op.DECODE: Op.DECODE_CHUNKS, Op.ENCODE: Op.ENCODE_CHUNKS}


class AnswerError(UtfproofError):
    """An adapter answered outside the protocol, so that nothing is known of its codec."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class EncodingConversation:
    """One codec and one encoding to ask about, with the claims there (None: nothing)."""

    session: Session
    codec: Codec
    offers: Sequence[Offer]
    encoding: Encoding

    @property
    def settings(self) -> Settings | None:
        """Return the claims of the codec for the encoding."""
        return self.codec.claims.settings(self.encoding)

    def offer(self, op: Op, mode: Mode) -> Offer | None:
        """Return the offer of an operation; in chunks, of which there will be one, if only so."""
        known = (Offer(way, self.encoding, mode) for way in (op, _CHUNKS.get(op, op)))
        return next((offer for offer in known if offer in self.offers), None)

    def decode(self, offer: Offer, lines: Sequence[bytes]) -> list[bytes | None]:
        """Decode or validate strings; None for those that the codec cannot be given.

        Its format excludes octets of them, or by its contract it is not given, or refuses, a number
        of octets that is no whole number of code units.

        Raises:
            AnswerError: an answer that the protocol does not know.
        """
        settings, excluded = self.settings, self.codec.claims.excludes
        if not excluded and not (settings and (settings.demanding or settings.deviations)):
            return self._ask(offer, lines, [True] * len(lines))
        texts = [read_octets(line.decode("ascii")) for line in lines]
        asked = [
            excluded.isdisjoint(octets) and not (settings and _is_refused(settings, len(octets)))
            for octets in texts
        ]
        return self._ask(offer, lines, asked)

    def encode(self, offer: Offer, texts: Sequence[Values]) -> list[bytes | None]:
        """Encode texts; None for texts that are not asked.

        Raises:
            AnswerError: an answer that the protocol does not know.
        """
        excluded = self.codec.claims.excludes
        asked = [excluded.isdisjoint(values) for values in texts]
        return self._ask(offer, [points(values).encode("ascii") for values in texts], asked)

    def in_chunks(
        self, offer: Offer, lines: Sequence[bytes]
    ) -> list[tuple[bytes | None, Outcome | None]]:
        """Decode streams: each answer and its outcome, chunk by chunk; None for one not asked.

        Raises:
            AnswerError: an answer that the protocol does not know.
        """
        settings, excluded = self.settings, self.codec.claims.excludes
        asked = [
            excluded.isdisjoint(read_joined(line.decode("ascii").replace(" ", "")))
            and not (settings and outside(offer, line, settings))
            for line in lines
        ]
        sent = list(compress(lines, asked))
        answers = iter(self.session.ask(self.codec.name, offer, sent, excluded))
        return [
            self._delivered(offer, line, next(answers)) if send else (None, None)
            for line, send in zip(lines, asked, strict=True)
        ]

    def _delivered(
        self, offer: Offer, line: bytes, answer: Answer
    ) -> tuple[bytes | None, Outcome | None]:
        if isinstance(answer, Garbled):
            raise self._broken(offer, answer)
        if not isinstance(answer, bytes):
            return None, None
        # Where strings are UTF-16, two chunks may deliver the halves of one pair.
        outcome = chunk_outputs.read(offer.op, line, chunk_outputs.pairs_joined(answer))
        if isinstance(outcome, Garbled):
            raise self._broken(offer, outcome)
        return answer, outcome

    def _ask(
        self, offer: Offer, lines: Sequence[bytes], asked: Sequence[bool]
    ) -> list[bytes | None]:
        sent = list(compress(lines, asked))
        found = self.session.ask(self.codec.name, offer, sent, self.codec.claims.excludes)
        line_of = {answer: self._line(offer, answer) for answer in set(found)}
        answers = iter(found)
        return [line_of[next(answers)] if send else None for send in asked]

    def _line(self, offer: Offer, answer: Answer) -> bytes | None:
        """Return an answer as if there were no chunks; a crash or a hang in words."""
        match answer:
            case NotRun():
                return None
            case Garbled():
                raise self._broken(offer, answer)
            case bytes():
                outcome = parse(offer.op, answer)
            case _:
                return describe(answer).encode("ascii", "replace")
        if isinstance(outcome, Garbled):
            raise self._broken(offer, outcome)
        return _one_chunk(answer, outcome) if offer.op in _CHUNKS.values() else answer

    def _broken(self, offer: Offer, answer: Garbled) -> AnswerError:
        problem = f"{self.codec.name}: {offer}: {describe(answer)}"
        return AnswerError(problem, hint="try it by hand: see adapters/PROTOCOL.md")


def _one_chunk(answer: bytes, outcome: Outcome) -> bytes:
    """Say an answer to a single chunk as if it had been asked whole."""
    if isinstance(outcome, Encoded):
        return f"ok {render(outcome.octets)}".encode("ascii")
    return answer.replace(b" |", b"")


def _is_refused(settings: Settings, octets: int) -> bool:
    """Tell whether so many octets are kept from a codec, or are no text to it, by its contract."""
    half = octets % facts(settings.scheme).unit != 0
    refused = half and Deviation.HALF_UNIT_REFUSED in settings.deviations
    return refused or settings.excludes_length(octets)
