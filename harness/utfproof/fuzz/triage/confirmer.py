"""The confirmer: asks the line of each new finding again, each time of a fresh process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from utfproof.adapters.session.session import Session
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage.finding_store import Store
from utfproof.fuzz.triage.findings import FindingState

_TIMES = 2


class _Unconfirmed(NamedTuple):
    """A finding whose line is to be asked again."""

    observer: Observer
    wrong: WrongAnswer
    signature: str


@dataclass(slots=True)
class Confirmer:
    """Marks the findings of a store that a fresh process does not repeat as flaky."""

    store: Store
    _pending: list[_Unconfirmed] = field(default_factory=list)

    def add(self, observer: Observer, wrong: WrongAnswer, signature: str) -> None:
        """Remember a finding for the next `confirm`."""
        self._pending.append(_Unconfirmed(observer, wrong, signature))

    def confirm(self) -> None:
        """Ask the lines of all new findings twice; a fresh process is shared by an adapter's."""
        pending, self._pending = self._pending, []
        adapters = {id(item.observer.adapter): item.observer.adapter for item in pending}
        for key, adapter in adapters.items():
            own = [item for item in pending if id(item.observer.adapter) == key]
            for _ in range(_TIMES):
                with adapter.fresh() as session:
                    for item in own:
                        self._ask_again(session, item)

    def _ask_again(self, session: Session, item: _Unconfirmed) -> None:
        target, wrong = item.wrong.target, item.wrong
        lines = [wrong.question.line]
        answer = session.ask(target.name, target.offer, lines, target.excludes)[0]
        finding = self.store.found[item.signature]
        repeated = item.observer.shows_again(wrong, answer)
        if not repeated and finding.state is not FindingState.FLAKY:
            self.store.write(replace(finding, state=FindingState.FLAKY))
