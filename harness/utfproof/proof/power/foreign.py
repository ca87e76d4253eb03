"""The power of a list of strings from elsewhere, scored as the suite is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof import mutants
from utfproof.errors import UsageError
from utfproof.model.encoding import Scheme
from utfproof.model.fields import render
from utfproof.model.operation import Mode
from utfproof.proof.automata import transitions
from utfproof.proof.power.score import MutationScore
from utfproof.reference import schemes

_DIGITS = re.compile(r"(?:[0-9A-Fa-f]{2})*")
_EMPTY = "-"


@dataclass(frozen=True, slots=True)
class StringSetScore:
    """The faults that a list of strings finds.

    By verdict: only whether a string is well-formed is asked. By full answers: also the text, the
    place of the error, and its replacement.
    """

    encoding: str
    strings: int
    machines: MutationScore
    by_verdict: MutationScore
    by_answer: MutationScore
    survivors: tuple[str, ...]


def strings(path: Path) -> list[bytes]:
    """Read a list: one string a line in hex digits, `-` for none; `#` begins a comment.

    Raises:
        UsageError: a line that is no string, or no line at all.
    """
    found: list[bytes] = []
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        text = "".join(line.partition("#")[0].split())
        if text == _EMPTY:
            found.append(b"")
        elif not _DIGITS.fullmatch(text):
            hint = 'write pairs of hex digits, such as "c0 80", one string a line'
            raise UsageError(
                f"{line.strip()[:60]!r} is no string", place=f"{path}:{number}", hint=hint
            )
        elif text:
            found.append(bytes.fromhex(text))
    if not found:
        raise UsageError("no string in it", place=str(path), hint="write one a line, in hex digits")
    return list(dict.fromkeys(found))


def measured(octets: Sequence[bytes], encoding: str) -> StringSetScore:
    """Score strings against the faulty machines and the named faults of an encoding."""
    score = transitions.score(schemes.automaton(Scheme(encoding)), octets)
    named = [mutant for mutant in mutants.catalogue() if _decodes(mutant, encoding)]
    by_verdict = [mutant for mutant in named if _shown(mutant, octets, whole=False)]
    by_answer = [mutant for mutant in named if _shown(mutant, octets, whole=True)]
    survivors = [f"{one.id}: {one.about}" for one in named if one not in by_answer]
    return StringSetScore(
        encoding,
        len(octets),
        MutationScore(score.killed, score.total),
        MutationScore(len(by_verdict), len(named)),
        MutationScore(len(by_answer), len(named)),
        (*survivors, *map(str, score.survivors)),
    )


def _decodes(mutant: mutants.Mutant, encoding: str) -> bool:
    """Tell whether a fault can be shown by whole inputs of an encoding."""
    offer, _ = mutant.exposed_by
    return mutant.encoding == encoding and offer.op.reads_whole


def _shown(mutant: mutants.Mutant, octets: Sequence[bytes], *, whole: bool) -> bool:
    """Tell whether a string makes a difference to the right codec, in any mode that is offered."""
    wrong, right = mutant.make(), mutant.right()
    for offer in mutant.offers:
        if not offer.op.reads_whole or not (whole or offer.mode is Mode.STRICT):
            continue
        for one in octets:
            line = render(one)
            if mutant.may_differ(offer, line):
                answers = wrong.answer(offer, line), right.answer(offer, line)
                if answers[0] != answers[1] if whole else answers[0][:2] != answers[1][:2]:
                    return True
    return False


def as_json(found: StringSetScore) -> dict[str, object]:
    """Return the score in the form of `power --format json`."""
    total = found.machines.total + found.by_answer.total
    return {
        "mutants": total,
        "killed": found.machines.killed + found.by_answer.killed,
        "survivors": list(found.survivors),
        "encoding": found.encoding,
        "strings": found.strings,
        "machines": found.machines.as_json(),
        "named": found.by_answer.as_json(),
        "named_by_verdict": found.by_verdict.as_json(),
    }
