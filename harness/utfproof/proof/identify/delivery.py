"""The time of delivery: with which chunk a decoder's text comes, fitted to models.

The octets so far decide what the codec's own answers have in common, whatever follows these octets:
so neither its policy nor its treatment of signatures has to be known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, compress, takewhile

from utfproof.engine.questions.decode_input import SNIFFED
from utfproof.engine.questions.placement import unordered
from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Decoded, Outcome, Values
from utfproof.model.profile import PROMPT, Signatures
from utfproof.oracle.samples import pieces
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.fit import ProbeAnswer, fit_probed
from utfproof.proof.identify.identified import IdentifiedOption

ONE_BACK, AT_THE_END = "holds back one character", "at the end"
_KINDS = 4
"""How many characters, errors and cut sequences stand in the streams: those of every length."""
_ODD = {1: "F08F92 E080", 2: "D800DBFF DC00", 4: ""}
"""Octets that are ill-formed before as many have come as their first one announces."""
_NEXT = {
    1: (
        "41 80 8F 90 9F A0 BF C3 E2 F0 FF 8080 BFBF 808080 BFBFBF 80808080 8080808080"
        " E282AC F09F9880"
    ),
    2: "00 41 D8 DC 0041 4100 DC00 00DC D800 00D8 00E9 E900 004100 DC0041 D83DDE00 3DD800DE",
    4: "00 41 0000 0041 000000 000041 410000 00000041 41000000 0001F600 00F60100 FFFFFFFF",
}
"""What may follow: enough to undo whatever is not decided, in either byte order."""

Stream = tuple[bytes, ...]


def delivery(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out when output comes; None where no decoder takes chunks.

    Text without errors is asked of a strict decoder, with errors of one that replaces.
    """
    probed: list[ProbeAnswer] = []
    for mode in (Mode.STRICT, Mode.REPLACE):
        offer = Offer(Op.DECODE_CHUNKS, conversation.encoding, mode)
        if offer in conversation.offers:
            probed += _probed(conversation, offer)
    fit = fit_probed(probed)
    settings = conversation.settings
    return IdentifiedOption(fit, PROMPT if settings and settings.prompt else None) if fit else None


def _probed(conversation: EncodingConversation, offer: Offer) -> Iterator[ProbeAnswer]:
    scheme = Scheme(conversation.encoding.value)
    streams = list(_streams(scheme, errors=offer.mode is Mode.REPLACE))
    lines = [" ".join(map(render, stream)).encode("ascii") for stream in streams]
    decided = _decided(conversation, offer, streams)
    settings = conversation.settings
    # Of a decoder that looks for signatures of other encodings the first octets are not judged.
    looks = SNIFFED if settings and settings.signatures is Signatures.SNIFF else 0
    answers = conversation.in_chunks(offer, lines)
    for stream, line, (answer, outcome) in zip(streams, lines, answers, strict=True):
        outputs = outcome.chunk_outputs if isinstance(outcome, Decoded) else ()
        came = list(accumulate(map(len, outputs[:-1])))
        # What a beginning has decided, no octet behind it takes back.
        begins = _beginnings(stream, facts(scheme).unit)
        owed = list(accumulate((decided[begin] for begin in begins), max))
        told = answer if outputs else None
        judged = [len(octets) >= looks for octets in accumulate(stream)]
        # What comes early, such as the first half of a pair, is not late.
        timely = [min(pair) for pair in zip(came, owed, strict=False)]
        models = {name: _line(compress(counts, judged)) for name, counts in _models(owed).items()}
        yield ProbeAnswer(line, told, _line(compress(timely, judged)), models)


def _decided(
    conversation: EncodingConversation, offer: Offer, streams: Sequence[Stream]
) -> dict[bytes, int]:
    """Return how many values each beginning of a stream decides.

    They are those that all texts with this beginning have in common, asked in one chunk.
    """
    unit = facts(Scheme(conversation.encoding.value)).unit
    nexts = _octets(_NEXT[unit])
    followed: dict[bytes, set[bytes]] = {}
    for stream in streams:
        whole = b"".join(stream)
        for begin in _beginnings(stream, unit):
            followed.setdefault(begin, {b"", *nexts}).add(whole[len(begin) :])
    texts = sorted({begin + rest for begin, rests in followed.items() for rest in rests})
    answers = conversation.in_chunks(offer, [render(text).encode("ascii") for text in texts])
    outcomes = dict(zip(texts, (outcome for _, outcome in answers), strict=True))
    return {
        begin: _common([outcomes[begin + rest] for rest in rests])
        for begin, rests in followed.items()
    }


def _beginnings(stream: Stream, unit: int) -> Iterator[bytes]:
    """Yield what has come by the end of each chunk, without the rest that is no code unit.

    Half a unit decides nothing, even where whatever follows it is ill-formed.
    """
    for octets in accumulate(stream):
        yield octets[: len(octets) // unit * unit]


def _common(outcomes: Sequence[Outcome | None]) -> int:
    """Count the values with which all texts begin; a refusal tells none."""
    found: list[Values] = [one.values for one in outcomes if isinstance(one, Decoded)]
    same = takewhile(lambda column: len({*column}) == 1, zip(*found, strict=False))
    return sum(1 for _ in same) if found[1:] else 0


def _models(owed: Sequence[int]) -> Mapping[str, Sequence[int]]:
    return {
        PROMPT: owed,
        ONE_BACK: [max(0, count - 1) for count in owed],
        AT_THE_END: [0] * len(owed),
    }


def _line(counts: Iterable[int]) -> bytes:
    return b" ".join(b"%d" % count for count in counts)


def _octets(words: str) -> list[bytes]:
    return [*map(bytes.fromhex, words.split())]


def _streams(scheme: Scheme, *, errors: bool) -> Iterator[Stream]:
    """Yield texts octet by octet, and cut in two everywhere."""
    found = pieces(scheme)
    letter = found.letter
    texts = [letter + one + letter for one in found.characters[:_KINDS]]
    if errors:
        odd = (*found.bad[:_KINDS], *found.cut[:_KINDS], *_octets(_ODD[facts(scheme).unit]))
        texts += [letter + one + letter for one in odd]
    head = signature_octets(scheme) if unordered(scheme) else b""
    for text in (head + one for one in texts):
        yield tuple(text[at : at + 1] for at in range(len(text)))
        yield from ((text[:at], text[at:]) for at in range(1, len(text)))
