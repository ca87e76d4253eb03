"""The caching session: answers of a codec in this process stand for those of its adapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from utfproof.adapters.session.blocks import Answer, JoinedLines
from utfproof.adapters.session.session import Session
from utfproof.confinement.command import Command
from utfproof.model.operation import Offer

CachedAnswers = Mapping[tuple[str, Offer], Mapping[bytes, Answer]]
"""For the codec and its offer: the answer to a line."""


class CachingSession(Session):
    """A session that asks the adapter's process only the lines without a cached answer.

    Triage asks new lines, so its crashes happen in the adapter's process and do no harm here.
    """

    def __init__(self, command: Command, seconds: float, notes: CachedAnswers) -> None:
        """Prepare; `notes` may change between questions."""
        super().__init__(command, seconds, seed=0)
        self._notes = notes

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Answer all lines."""
        noted = self._notes.get((codec, offer))
        if not noted:
            return super().ask(codec, offer, lines, excluded)
        answers = [noted.get(line) for line in lines]
        missing = [line for line, answer in zip(lines, answers, strict=True) if answer is None]
        asked = iter(super().ask(codec, offer, missing, excluded) if missing else ())
        return [next(asked) if answer is None else answer for answer in answers]

    def unlike(
        self,
        codec: str,
        offer: Offer,
        asked: JoinedLines,
        expected: JoinedLines,
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer] | None:
        """Answer all lines; None where all answers are the expected ones."""
        noted = self._notes.get((codec, offer))
        if not noted:
            return super().unlike(codec, offer, asked, expected, excluded)
        lines, own = asked.lines(), expected.lines()
        found = list(map(noted.get, lines))
        if found == own:
            return None
        answers = [answer for answer in found if answer is not None]
        if len(answers) < len(lines):
            answers = self.ask(codec, offer, lines, excluded)
        return None if answers == own else answers
