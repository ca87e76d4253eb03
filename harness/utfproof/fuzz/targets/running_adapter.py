"""The adapters of a campaign, kept running; an input that kills one is not asked of it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from utfproof.adapters.launch import offers_of, prepared
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.blocks import Answer, JoinedLines
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.fuzz.targets.fuzz_target import FuzzTarget

# Well below the budget of the session itself (512): no question is refused.
_RESTARTS = 100
_COMPLAINTS = 8


@dataclass(slots=True)
class RunningAdapter:
    """One adapter: its session, which is replaced when its budget of restarts is nearly spent."""

    manifest: Manifest
    session: Session
    fresh: Callable[[], Session]
    restarts: int = 0
    questions: dict[str, int] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    quarantine: dict[str, list[bytes]] = field(default_factory=dict)

    @classmethod
    def of(cls, manifest: Manifest) -> RunningAdapter:
        """Build an adapter and prepare its session; the first question starts it.

        Raises:
            BuildError: it does not build.
        """
        first = prepared(manifest, seed=0)
        return cls(manifest, first, first.another)

    def offers(self) -> dict[str, CodecOffers]:
        """Ask for the offers of its codecs.

        Raises:
            ManifestError: no hello, or one that names codecs which the manifest does not.
        """
        return offers_of(self.manifest, self.session)

    @property
    def nearly_spent(self) -> bool:
        """True where the budget of restarts is nearly spent; the next question has a fresh one."""
        return self.session.restarts > _RESTARTS

    def restart(self) -> None:
        """Go on with a fresh session: nothing of an answer that was not awaited is left."""
        self.restarts += self.session.restarts
        self.session.close()
        self.session = self.fresh()

    def ask(self, target: FuzzTarget, lines: Sequence[bytes]) -> list[Answer]:
        """Ask all lines of a target."""
        self._begin(target, len(lines))
        return self.session.ask(target.name, target.offer, lines, target.excludes)

    def unlike(
        self, target: FuzzTarget, asked: JoinedLines, expected: JoinedLines
    ) -> list[Answer] | None:
        """Ask all lines of a target; None where all answers are as expected, else the answers."""
        self._begin(target, len(asked))
        return self.session.unlike(target.name, target.offer, asked, expected, target.excludes)

    def _begin(self, target: FuzzTarget, questions: int) -> None:
        if self.nearly_spent:
            self.restart()
        self.questions[target.codec] = self.questions.get(target.codec, 0) + questions

    def admitted(self, target: FuzzTarget, inputs: Sequence[bytes]) -> Sequence[int]:
        """List the inputs that the codec's format lets through and that do not kill it."""
        deadly = self.quarantine.get(target.codec, [])
        if not deadly and not target.narrows:
            return range(len(inputs))
        return [
            at
            for at, octets in enumerate(inputs)
            if not any(part in octets for part in deadly) and target.admits(octets)
        ]

    def add_complaint(self, problem: str) -> None:
        """Record a problem of the adapter itself, which is no finding."""
        if len(self.complaints) < _COMPLAINTS and problem not in self.complaints:
            self.complaints.append(problem)

    @property
    def all_restarts(self) -> int:
        """Return how often the adapter's process was replaced."""
        return self.restarts + self.session.restarts

    def close(self) -> None:
        """End the process."""
        self.session.close()
