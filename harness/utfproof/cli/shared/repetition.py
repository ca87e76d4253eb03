"""A finding asked again: its adapter started, its line asked, the answer held against both."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from utfproof.adapters import needs, registry
from utfproof.adapters.build import builder
from utfproof.adapters.launch import opened
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.blocks import Answer
from utfproof.confinement.command import Command
from utfproof.engine.judging.judge import describe, judge
from utfproof.engine.questions.question import Question
from utfproof.engine.run.codec_session import CodecSession
from utfproof.errors import UsageError, UtfproofError
from utfproof.fuzz.targets.fuzz_target import fuzz_targets
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding
from utfproof.model.outcome import Garbled, NotRun, Outcome
from utfproof.model.profile import Claims
from utfproof.vectors import loader

AGREES, DIVERGES, BROKEN, UNAVAILABLE = 0, 1, 3, 5


@dataclass(frozen=True, slots=True)
class Repetition:
    """The result of a repetition: the exit status, the answer, and a sentence.

    `by_hand` is the shell line that asks the program itself.
    """

    status: int
    sentence: str
    answer: str = ""
    by_hand: str = ""

    def to_json(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            "diverges": self.status == DIVERGES,
            "answer": self.answer,
            "said": self.sentence,
            "by_hand": self.by_hand,
        }


def repeat(finding: Finding) -> Repetition:
    """Ask a finding's line of its codec once more, in a process of its own.

    Raises:
        FindingsError: the stored line cannot be asked.
    """
    offer, line = reproducer.parsed_offer(finding), reproducer.data_line(finding)
    try:
        chosen = _chosen(finding)
    except UsageError as error:
        return Repetition(UNAVAILABLE, f"unavailable: {error}")
    if missing := needs.missing(chosen.manifest):
        return Repetition(UNAVAILABLE, f"unavailable: needs {', '.join(missing)}")
    [codec] = chosen.codecs
    try:
        with opened(chosen) as adapter:
            offered = adapter.offers.get(codec.name)
            if offered is None or offer not in offered.offers:
                sentence = f"unavailable: {finding.codec} does not offer {offer} here"
                return Repetition(UNAVAILABLE, sentence)
            question = _question(finding, codec.claims)
            # A new process, so that no state of earlier questions takes part in the answer.
            [answer] = CodecSession.of(chosen.manifest, codec, adapter).ask(offer, [line])
        by_hand = _by_hand(finding, builder.command(chosen.manifest))
    except UtfproofError as error:
        return Repetition(BROKEN, f"broken: {error}")
    return _judged(finding, question, answer, by_hand)


def _question(finding: Finding, claims: Claims) -> Question | None:
    """Make the question anew, with all that may be answered; None where its line is no longer it.

    What is stored of the answer is one of those that may be right.
    """
    offer, line, octets = (
        reproducer.parsed_offer(finding),
        reproducer.data_line(finding),
        bytes.fromhex(finding.octets),
    )
    # The oracle may have become stricter or wider since: the question is made anew if it can be.
    for target in fuzz_targets(finding.codec, claims, [offer], loader.load()):
        group = target.with_context(line).all_questions(octets)
        if line in group.lines:
            return group.question(group.lines.index(line))
    return None


def _by_hand(finding: Finding, command: Command) -> str:
    """Return the shell line that asks the program; it runs in the folder of its adapter."""
    return f"cd {shlex.quote(str(command.folder))} && " + reproducer.shell_block(
        finding, command.arguments
    )


def _chosen(finding: Finding) -> SelectedAdapter:
    found = registry.select([reproducer.adapter_target(finding)], [finding.codec])
    for chosen in found:
        for codec in chosen.codecs:
            if chosen.manifest.id_of(codec) == finding.codec:
                return SelectedAdapter(chosen.manifest, (codec,))
    raise UsageError(f"{reproducer.adapter_target(finding)} has no codec {finding.codec}")


def _judged(
    finding: Finding, question: Question | None, answer: Answer, by_hand: str
) -> Repetition:
    text = answer.decode("ascii", "backslashreplace") if isinstance(answer, bytes) else ""
    outcome = _read(finding, answer)
    shown = text or describe(outcome)
    # An adapter that breaks the protocol proves nothing about the finding, either way.
    if isinstance(outcome, Garbled):
        sentence = "broken: no answer of the protocol: `utfproof adapter check` says more"
        return Repetition(BROKEN, sentence, shown, by_hand)
    if isinstance(outcome, NotRun):
        return Repetition(BROKEN, f"broken: {outcome.why}", "", by_hand)
    if _right(finding, question, answer, shown):
        return Repetition(AGREES, "it does not diverge any more", shown, by_hand)
    # Other wrong words are a divergence too: the library may have been changed in between.
    same = "as it was found" if _alike(shown, finding.actual) else "otherwise than it was found"
    return Repetition(DIVERGES, f"it still diverges, {same}", shown, by_hand)


def _right(finding: Finding, question: Question | None, answer: Answer, shown: str) -> bool:
    """Judge as the campaign does, or by the words that it expected."""
    if question is None:
        return reproducer.accepts(finding, shown)
    return not judge(question, answer).verdict.red


def _read(finding: Finding, answer: Answer) -> Outcome:
    if isinstance(answer, bytes):
        return answer_lines.parse(reproducer.parsed_offer(finding).op, answer)
    return answer


def _alike(text: str, found: str) -> bool:
    """Tell whether two answers are the same; how long a silence was waited for does not count."""
    silence = "no answer within "
    return text == found or (text.startswith(silence) and found.startswith(silence))
