"""A session: questions to the codecs of one adapter, with exact blame for crashes and hangs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

from utfproof.adapters.session import blocks
from utfproof.adapters.session.blocks import Answer, JoinedLines
from utfproof.adapters.session.fault_locator import FaultLocator, MixedBlock
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.known_answers import asks_nothing, draw, mix, plain_answer
from utfproof.adapters.session.process import MemoryUse
from utfproof.adapters.session.restarting_process import BudgetSpent, RestartingProcess
from utfproof.adapters.session.wire import Broken, RenderedBlock
from utfproof.confinement.command import Command
from utfproof.model.operation import Offer
from utfproof.model.outcome import Garbled, NotRun


class Session:
    """The processes of one adapter, one after the other, and their answers."""

    def __init__(self, command: Command, seconds: float, seed: int | None = None) -> None:
        """Prepare a session; the first process starts with the first question.

        `seconds` is the deadline of a full block. `seed` fixes the known answers.
        """
        self._processes = RestartingProcess(command, seconds)
        self._another = partial(Session, command, seconds, seed)
        self._dice = random.Random(seed)  # noqa: S311  (known answers are no secrets)
        self._blame = FaultLocator(self._processes)

    def __enter__(self) -> Self:
        """Use the session in a with statement, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the session."""
        self.close()

    def close(self) -> None:
        """End the process, if one runs."""
        self._processes.close()

    @property
    def another(self) -> Callable[[], Session]:
        """Return a function that makes a further session of the same adapter, in any process."""
        return self._another

    @property
    def restarts(self) -> int:
        """Return how many processes had to be ended."""
        return self._processes.restarts

    @property
    def stderr(self) -> str:
        """Return the stderr of the last process."""
        return self._processes.stderr

    @property
    def processor_seconds(self) -> float:
        """Return the processor time of all processes so far; 0 where the system has no figure."""
        return self._processes.processor_seconds

    def memory(self) -> MemoryUse:
        """Return the octets that the running process has in memory, and their peak."""
        return self._processes.memory()

    def hello(self) -> tuple[CodecOffers, ...]:
        """Ask the adapter for its offers.

        Raises:
            ManifestError: no answer, or an answer that is not the hello of protocol version 1.
        """
        return self._processes.hello()

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Ask all lines, in blocks of the size that the protocol allows; one answer for each.

        A line that is longer than a block is not asked.
        """
        answers: list[Answer] = []
        for block in blocks.cut(lines):
            answers += self._ask_block(codec, offer, block, excluded)
        return answers

    def _ask_block(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        # `cut` makes a line that is too long a block of its own.
        if len(lines[0]) > blocks.MOST_OCTETS:
            return [NotRun("the line is longer than a block may be")] * len(lines)
        self._processes.turn_to(codec)
        header = _header(codec, offer)
        if header in self._blame.given_up:
            return [self._blame.given_up[header]] * len(lines)
        mixed = mix(offer, lines, excluded, self._dice)
        block = MixedBlock(offer.op, header, mixed.lines, mixed.known)
        return _sorted_out(offer, block, self._blame.answers(block))

    def unlike(
        self,
        codec: str,
        offer: Offer,
        asked: JoinedLines,
        expected: JoinedLines,
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer] | None:
        """Ask lines of decode or validate; give None where all is answered as expected.

        Else the answers, one for each line.
        """
        self._processes.turn_to(codec)
        header = _header(codec, offer)
        if not asked.fits or header in self._blame.given_up:
            return self.ask(codec, offer, asked.lines(), excluded)
        known = draw(offer, len(asked), excluded, self._dice)
        text = asked.mixed({at: item.line for at, item in known.items()})
        seconds = self._processes.deadline_of(len(asked), len(text))
        right = {at: plain_answer(offer, item) for at, item in known.items()}
        awaited = expected.mixed(right)
        rendered = RenderedBlock.joined(header, text, len(asked) + len(known), awaited)
        try:
            rendered_answers = self._processes.exchange(rendered, seconds)
        except BudgetSpent as spent:
            return [NotRun(spent.problem)] * len(asked)
        except Broken as error:
            outcome = self._processes.broken(error, seconds)
            block = MixedBlock(offer.op, header, text.split(b"\n")[:-1], known)
            return _sorted_out(offer, block, self._blame.blame(block, outcome, error.answers))
        if rendered_answers == awaited[:-1]:
            return None
        return _sorted_out(
            offer, MixedBlock(offer.op, header, [], known), list(rendered_answers.split(b"\n"))
        )


def _header(codec: str, offer: Offer) -> bytes:
    return f"{offer.op} {codec} {offer.encoding} {offer.mode}".encode("ascii")


def _sorted_out(offer: Offer, block: MixedBlock, answers: list[Answer]) -> list[Answer]:
    """Take the known answers out of a block's; where these show that nothing is asked, say so."""
    found = [(item, answers[at]) for at, item in block.known.items()]
    known_answers = [(item, line) for item, line in found if isinstance(line, bytes)]
    others = blocks.without_known(answers, block.known)
    items, lines = [item for item, _ in known_answers], [line for _, line in known_answers]
    if problem := asks_nothing(offer, items, lines, others):
        return [Garbled("", problem)] * len(others)
    return others
