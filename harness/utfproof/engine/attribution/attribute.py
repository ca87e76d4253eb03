"""The requirements that a wrong answer may have broken, from the question and the answer alone."""

from __future__ import annotations

from utfproof.engine.attribution import decoding, encoding, names, size_answers
from utfproof.engine.attribution.expected_text import Kinds
from utfproof.engine.attribution.rules import Kind, requirement, stated
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import Judgement
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import accepted
from utfproof.model.fields import read_joined, read_joined_points, read_octets, without_room
from utfproof.model.operation import ENCODE_STREAM_OPS, Offer, Op
from utfproof.model.outcome import (
    BoundedResult,
    Crashed,
    Decoded,
    DecodedTwice,
    Encoded,
    Hung,
    Outcome,
    Overrun,
    Refilled,
    Refused,
    ReplacementsTold,
    Sized,
    Touched,
    Unstable,
)
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.reference import chunks, latitude, schemes


def broken(settings: Settings | None, judged: Judgement, *, web: bool = False) -> tuple[str, ...]:
    """Return the requirements that a judged answer may have broken; () for one that breaks none.

    `settings` are None for detectors and lookups of labels, which belong to no encoding; `web`
    tells that labels are those of the Encoding Standard.
    """
    question, answer = judged.question, judged.answer
    if not (judged.verdict.red or judged.verdict is Verdict.NON_STRICT):
        return ()
    line = question.line.decode("ascii")
    if settings is None:
        return _of_name(question.offer.op, line, answer, web=web)
    if not isinstance(answer, bytes):
        return attributed(settings, question.offer, line, answer)
    # A codec may part the two halves of a pair between chunks: together they are one character.
    if question.joins:
        answer = chunk_outputs.pairs_joined(answer)
    outcome = chunk_outputs.read(question.offer.op, question.line, answer)
    return attributed(settings, question.offer, line, outcome)


def _of_name(op: Op, line: str, answer: bytes | Outcome, *, web: bool) -> tuple[str, ...]:
    """Return the requirements that a detector or a lookup of labels may have broken."""
    outcome = chunk_outputs.read(op, line.encode(), answer) if isinstance(answer, bytes) else answer
    if op is Op.DETECT:
        return names.of_signature(read_octets(line), outcome)
    return names.of_label(read_octets(line), outcome, web=web) if op is Op.LABEL else ()


def attributed(settings: Settings, offer: Offer, line: str, outcome: Outcome) -> tuple[str, ...]:
    """Return the requirements that an answer contradicts, the likeliest first.

    `line` is the data line as the protocol writes it. More than one is returned where the answer
    alone does not decide; () where it contradicts none, so that only the relation to other
    answers can be wrong.
    """
    found = stated(kinds(settings, offer, line, outcome), settings.scheme)
    return tuple(dict.fromkeys(requirement(kind, settings) for kind in found))


def kinds(settings: Settings, offer: Offer, line: str, outcome: Outcome) -> Kinds:
    """Return the kinds of divergence of an answer, the likeliest first."""
    if isinstance(outcome, Crashed | Hung | Touched):
        return (Kind.SURVIVAL,)
    if isinstance(outcome, Unstable):
        # What either of them breaks; the requirement of survival where each is right alone.
        answers = (outcome.first, outcome.second)
        found = [kind for one in answers for kind in kinds(settings, offer, line, one)]
        return tuple(dict.fromkeys(found)) or (Kind.SURVIVAL,)
    if isinstance(outcome, Overrun):
        return (Kind.ROOM,)
    if offer.op.encodes:
        return _encoder(settings, offer, line, outcome)
    return _decoder(settings, offer, line, outcome)


def _decoder(settings: Settings, offer: Offer, line: str, outcome: Outcome) -> Kinds:
    fields = line.split(" ")
    match offer.op:
        case Op.DECODE_CHUNKS:
            # Whether the text is misread as a whole too, the answers to whole texts tell: see
            # resolution.
            found = decoding.of_text(settings, offer.mode, read_joined(line), outcome)
            late = settings.prompt and not found and _is_late(settings, fields, outcome)
            return (Kind.DELIVERY,) if late else (Kind.CHUNKS, *found)
        case Op.DECODE_RESUMED:
            # Whether chunks alone are misread, the answers to plain ones tell.
            found = decoding.of_text(settings, offer.mode, read_joined(line), outcome)
            return (Kind.STATE, Kind.CHUNKS, *found)
        case Op.VALIDATE_CHUNKS:
            found = decoding.of_text(settings, offer.mode, read_joined(line), outcome)
            return (Kind.CHUNKS, *found)
        case Op.DECODE_WITHIN:
            found = decoding.of_text(settings, offer.mode, read_octets(fields[1]), outcome)
            return (Kind.NEIGHBOURS, *found)
        case Op.DECODE_AGAIN:
            return _again(settings, offer, fields, outcome)
        case Op.DECODE_ROOM | Op.DECODE_REFILL:
            octets = read_joined(without_room(offer.op, line))
            return _room(settings, offer, octets, outcome)
        case Op.DECODE_REPLACED:
            return _replaced(settings, offer, read_octets(line), outcome)
        case Op.DECODE_SIZE if isinstance(outcome, Sized):
            return size_answers.of_decoded(settings, offer.mode, read_octets(line), outcome)
        case Op.VALIDATE_CAUSE if _is_right_but_for_its_cause(settings, line, outcome):
            return (Kind.CAUSE,)
        case _:
            return decoding.of_text(settings, offer.mode, read_octets(line), outcome)


def _is_right_but_for_its_cause(settings: Settings, line: str, outcome: Outcome) -> bool:
    """Tell whether a validator may answer so, where no cause is asked."""
    octets = read_octets(line)
    others = latitude.others(settings.scheme, octets)
    found = DecodeInput.of(schemes.read(settings.scheme, octets), others, settings)
    return accepted(found.valid(), outcome) is not None


def _is_late(settings: Settings, fields: list[str], outcome: Outcome) -> bool:
    """Tell whether an answer that tells the right text or error is wrong for its time alone."""
    if not isinstance(outcome, Refused):
        return isinstance(outcome, Decoded)
    known = chunks.decode(settings.scheme, [*map(read_octets, fields)]).error_chunk
    return known is not None and outcome.chunks > known


def _again(settings: Settings, offer: Offer, fields: list[str], outcome: Outcome) -> Kinds:
    if not isinstance(outcome, DecodedTwice):
        return (Kind.RESET,)
    first = decoding.of_text(settings, offer.mode, read_octets(fields[0]), outcome.first)
    second = decoding.of_text(settings, offer.mode, read_octets(fields[-1]), outcome.second)
    # A first answer that is wrong by itself says nothing about the reset behind it.
    return first or (Kind.RESET, *second)


def _room(settings: Settings, offer: Offer, octets: bytes, outcome: Outcome) -> Kinds:
    # Output that found room is an ordinary answer; one cut short can only have the wrong length.
    if isinstance(outcome, BoundedResult) and not outcome.short:
        outcome = Decoded(outcome.values)
    if isinstance(outcome, Refilled) and not outcome.short:
        outcome = Decoded(outcome.values)
    if isinstance(outcome, BoundedResult | Refilled):
        return (Kind.ROOM,)
    return (Kind.ROOM, *decoding.of_text(settings, offer.mode, octets, outcome))


def _replaced(settings: Settings, offer: Offer, octets: bytes, outcome: Outcome) -> Kinds:
    # Of a text that is wrong nobody can say how often something was replaced in it.
    plain = Decoded(outcome.values) if isinstance(outcome, ReplacementsTold) else outcome
    found = decoding.of_text(settings, offer.mode, octets, plain)
    return found or ((Kind.REPLACED,) if plain is not outcome else ())


def _encoder(settings: Settings, offer: Offer, line: str, outcome: Outcome) -> Kinds:
    if isinstance(outcome, BoundedResult) and not outcome.short:
        outcome = Encoded(outcome.octets)
    if offer.op.bounded and isinstance(outcome, BoundedResult):
        return (_of_room(settings, offer, line, outcome),)
    if isinstance(outcome, Refilled):
        return _refilled(settings, offer, line, outcome)
    values = read_joined_points(without_room(offer.op, line))
    if isinstance(outcome, Sized):
        return size_answers.of_encoded(settings, offer.mode, values, outcome)
    found = encoding.of_values(settings, offer.mode, values, outcome)
    if offer.op.bounded:
        return (Kind.ROOM, *found)
    if offer.op in ENCODE_STREAM_OPS:
        late = settings.prompt and not found and isinstance(outcome, Encoded)
        kinds_of_chunks = (Kind.DELIVERY,) if late else (Kind.CHUNKS, *found)
        # The answers to plain chunks tell whether the state alone is to blame.
        state = (Kind.WRITTEN_STATE,) if offer.op is Op.ENCODE_RESUMED else ()
        return (*state, *kinds_of_chunks)
    return found


def _of_room(settings: Settings, offer: Offer, line: str, outcome: BoundedResult) -> Kind:
    """Tell a room that is left unused from one that is used wrongly."""
    values = read_joined_points(without_room(offer.op, line))
    taken = values[: outcome.consumed]
    wrong = encoding.of_values(settings, offer.mode, taken, Encoded(outcome.octets))
    unused = settings.fills and len(taken) < len(values) and not wrong
    return Kind.UNUSED_ROOM if unused else Kind.ROOM


def _refilled(settings: Settings, offer: Offer, line: str, outcome: Refilled) -> Kinds:
    """Tell rooms that are left unused from those that part a character, or from a wrong text."""
    values = read_joined_points(without_room(offer.op, line))
    written = Encoded(bytes(outcome.values))
    most = int(line.partition(" ")[0])
    fitting = all(
        len(room) <= most and schemes.read(settings.scheme, bytes(room)).well_formed
        for room in outcome.rooms
    )
    # Where the codec stopped, it has written some beginning of the text.
    ends = range(len(values)) if outcome.short else (len(values),)
    wrong = [encoding.of_values(settings, offer.mode, values[:end], written) for end in ends]
    if settings.fills and fitting and () in wrong:
        return (Kind.UNUSED_ROOM,)
    return (Kind.ROOM,) if outcome.short else (Kind.ROOM, *wrong[0])
