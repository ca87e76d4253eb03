"""Which policy a decoder replaces or skips by: its answers on a corpus, fitted to every policy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Signatures
from utfproof.proof.identify import corpora
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.corpora import PolicyCorpus, Span
from utfproof.proof.identify.fit import (
    Fit,
    FittedAnswers,
    ModelDifference,
    StrayAnswers,
    fit,
    shown,
    words,
)
from utfproof.proof.identify.identified import IdentifiedOption
from utfproof.reference import detect

Odd = Mapping[bytes, ModelDifference]
"""Strings of a corpus that a codec is wrong about, each with what it said."""

_LETTER = 0x41
# U+FFFD, the question mark, and SUBSTITUTE of ISO/IEC 2022.
_SUBSTITUTES = (b"fffd", b"3f", b"1a")
_LONGEST_IN_CHUNKS = 3
"""Streams may need a turn of an event loop for each chunk: they are asked the shorter strings."""


@dataclass(frozen=True, slots=True)
class CorpusQuestions:
    """A corpus in the form in which one codec is asked it.

    `lead` is the signature before each string where the encoding needs one to show its order;
    `keeps` is true when the codec delivers it. `asked` leaves out the strings that begin with
    octets which the codec may take for a signature: their treatment is another question.
    """

    corpus: PolicyCorpus
    lead: bytes
    keeps: bool
    asked: Sequence[bool]

    @property
    def lines(self) -> Sequence[bytes]:
        """The data lines, string by string."""
        if not self.lead:
            return self.corpus.lines
        return [render(self.lead + octets).encode("ascii") for octets in self.corpus.strings]

    def expected(self, lines: Sequence[bytes]) -> Sequence[bytes]:
        """Return a model's answers as the codec would say them."""
        return [b"ok feff" + line[2:] for line in lines] if self.lead and self.keeps else lines

    def moved(self, errors: Sequence[Span | None]) -> Sequence[Span | None]:
        """Return the places of a model's errors in the octets sent."""
        lead = len(self.lead)
        return [(error[0] + lead, error[1]) if error else None for error in errors]


def questions(conversation: EncodingConversation, offer: Offer, signature: str) -> CorpusQuestions:
    """Choose the corpus for an offer; `signature` is the codec's treatment of one."""
    scheme = Scheme(conversation.encoding.value)
    lead = b""
    if facts(scheme).unit == 1:
        settings = conversation.settings
        longest = corpora.LONGEST if offer.op.reads_whole else _LONGEST_IN_CHUNKS
        corpus = corpora.of_octets(settings.scheme if settings else scheme, longest)
    elif facts(scheme).order:
        corpus = corpora.of_units(scheme)
    else:
        corpus = corpora.of_units(Scheme(f"{scheme}BE"))
        lead = signature_octets(scheme, "big")
    own = signature_octets(corpus.scheme)
    sniffs = signature == Signatures.SNIFF
    asked = [
        bool(lead) or not (octets.startswith(own) or (sniffs and detect.detect(octets)))
        for octets in corpus.strings
    ]
    return CorpusQuestions(corpus, lead, signature == Signatures.KEEP, asked)


def policy(
    conversation: EncodingConversation, mode: Mode, signature: str, odd: Sequence[Odd] | None = None
) -> IdentifiedOption | None:
    """Fit the policies to the answers on a corpus; None where the codec does not offer the mode.

    `odd` are the strings on which the codec is wrong already when it refuses, kind by kind; None
    where it cannot be asked to refuse, so that what it lets pass must be seen here. Where no
    policy fits, the strings that hold an odd one are set apart, in case one fits the rest.
    """
    offer = conversation.offer(Op.DECODE, mode)
    if offer is None:
        return None
    asked = questions(conversation, offer, signature)
    answers = conversation.decode(offer, asked.lines)
    fitted = FittedAnswers(
        asked.lines,
        [answer or b"" for answer in answers],
        [keep and answer is not None for keep, answer in zip(asked.asked, answers, strict=True)],
    )
    substitute = _substitute(asked.corpus, fitted) if mode is Mode.REPLACE else b""
    models = {
        name: asked.expected(_substituted(model.replaced, substitute) or model.skipped)
        for name, model in asked.corpus.models.items()
    }
    best = fit(models, fitted)
    if best and not best.fits:
        if odd is None:
            odd = [_passed(asked, fitted, substitute)] if substitute else []
        best = _of_the_rest(best, models, fitted, asked.corpus, odd)
    return (
        IdentifiedOption(best, claimed(conversation), substitute=words(substitute))
        if best
        else None
    )


def claimed(conversation: EncodingConversation) -> str | None:
    """Return the policy that is claimed, by the manifest or by a profile; None for an own one."""
    settings = conversation.settings
    return settings.replacement if settings else None


def _substitute(corpus: PolicyCorpus, fitted: FittedAnswers) -> bytes:
    """Return the replacement of an error in replaced output, as the field of an answer.

    It is the output for the first unit that is ill-formed by itself, if that is a known one; else
    U+FFFD.
    """
    unit = facts(corpus.scheme).unit
    rows = zip(corpus.strings, corpus.strict.errors, fitted.answers, strict=True)
    alone = next(answer for octets, error, answer in rows if error and len(octets) == unit)
    found = alone.removeprefix(b"ok ")
    return found if found in _SUBSTITUTES else _SUBSTITUTES[0]


def _substituted(lines: Sequence[bytes], substitute: bytes) -> Sequence[bytes]:
    """Replace U+FFFD by the codec's own substitute; drop it where the codec writes none."""
    if substitute in (b"", _SUBSTITUTES[0]):
        return lines if substitute else ()
    return [line.replace(b" fffd", b" " + substitute) for line in lines]


def _passed(asked: CorpusQuestions, fitted: FittedAnswers, substitute: bytes) -> Odd:
    """Return the ill-formed strings that are replaced as if there were nothing wrong with them."""
    right = asked.corpus.strict
    expected = asked.expected(_substituted(right.replaced, substitute))
    rows = zip(
        asked.corpus.strings, right.errors, fitted.inputs, fitted.answers, expected, strict=True
    )
    return {
        octets: ModelDifference(words(line), words(answer), words(good))
        for octets, error, line, answer, good in rows
        if error and answer.startswith(b"ok") and substitute not in answer.split(b" ")
    }


def _of_the_rest(
    whole: Fit,
    models: Mapping[str, Sequence[bytes]],
    fitted: FittedAnswers,
    corpus: PolicyCorpus,
    odd: Sequence[Odd],
) -> Fit:
    """Fit to the strings without odd ones of one kind, then of all; give the first good fit."""
    best = whole
    errors = corpus.strict.errors
    kinds = [kind for kind in odd if kind]
    if len(kinds) > 1:
        both = (item for kind in kinds for item in kind.items())
        kinds.append(dict(sorted(both, key=lambda item: len(item[0]))))
    for apart in kinds:
        held = holding(corpus, apart.keys())
        rest = fitted.without(held)
        found = fit(models, rest) if any(compress(errors, rest.kept)) else None
        if found and found.differ < best.differ:
            count = sum(keep and out for keep, out in zip(fitted.kept, held, strict=True))
            best = replace(found, apart=StrayAnswers(count, shown(apart.values()).first))
        if best.fits:
            break
    return best


def holding(corpus: PolicyCorpus, odd: Collection[bytes]) -> list[bool]:
    """Tell of each string of a corpus whether it holds one of its odd strings.

    At its end any; elsewhere only one that a letter behind it leaves odd, or it would be the
    end of the input that makes it so.
    """
    unit = facts(corpus.scheme).unit
    letter = _LETTER.to_bytes(unit, facts(corpus.scheme).order or "big")
    inside: dict[bytes, bool] = {}
    holds: dict[bytes, bool] = {}
    for octets in corpus.strings:
        rest = len(octets) % unit or unit
        behind, before = octets[unit:], octets[:-rest]
        holds[octets] = (
            octets in odd or holds.get(behind, False) or (bool(octets) and inside[before])
        )
        inside[octets] = (octets in odd and octets + letter in odd) or (
            bool(octets) and (inside.get(behind, False) or inside[before])
        )
    return list(holds.values())
