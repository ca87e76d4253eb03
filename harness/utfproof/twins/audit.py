"""The audit of an adapter: asked with its library and with faulty twins of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from utfproof.adapters import launch
from utfproof.adapters.launch import OpenAdapter
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.codec_session import CodecSession
from utfproof.model.codec_id import CodecId
from utfproof.model.operation import Offer
from utfproof.twins import twin_file
from utfproof.twins.twin_fault import TwinFault, predicted, questions
from utfproof.twins.twin_file import TwinFile

_STATES_PLACE = re.compile(r"error \d")


class Passage(StrEnum):
    """The end of a fault on its way from the library to the answer."""

    LET_THROUGH = "let through"
    HIDDEN = "hidden"
    NOT_POSSIBLE = "not possible"
    NO_TWIN = "no twin"


@dataclass(frozen=True, slots=True)
class TwinFinding:
    """The passage of one fault in one offer of a codec, with both answers if it was planted."""

    codec: str
    offer: str
    fault: TwinFault
    passage: Passage
    reason: str = ""
    line: str = ""
    honest: str = ""
    faulty: str = ""

    def to_json(self) -> dict[str, str]:
        """Return it for JSON, without empty fields."""
        named = {key: str(getattr(self, key)) for key in self.__slots__}
        return {key: text for key, text in named.items() if text}


def audit(chosen: SelectedAdapter) -> Iterator[TwinFinding]:
    """Plant each fault in the library of an adapter, and yield its passage.

    Raises:
        BuildError: the adapter or its twins do not build.
        ManifestError: a twins.yaml or a hello that cannot be used.
    """
    twins = twin_file.load(chosen.manifest)
    with launch.opened(chosen) as honest:
        for fault in TwinFault:
            yield from _of_fault(chosen, twins, honest, fault)


def _of_fault(
    chosen: SelectedAdapter, twins: TwinFile, honest: OpenAdapter, fault: TwinFault
) -> Iterator[TwinFinding]:
    planted: list[tuple[CodecSession, Offer, list[tuple[str, str]]]] = []
    for codec in chosen.codecs:
        if codec.name not in honest.offers:
            continue
        session = CodecSession.of(chosen.manifest, codec, honest)
        for offer in session.offers(Narrowing()):
            if not fault.concerns(offer):
                continue
            finding = TwinFinding(session.name, str(offer), fault, Passage.NO_TWIN)
            if reason := twins.reason(codec.name, offer, fault):
                yield replace(finding, passage=Passage.NOT_POSSIBLE, reason=reason)
            elif not twins.plants(codec.name, offer, fault):
                yield finding
            elif asked := _shown_by(session, offer, fault):
                planted.append((session, offer, asked))
            else:
                why = "the library refuses nothing that was asked"
                yield replace(finding, passage=Passage.NOT_POSSIBLE, reason=why)
    if planted:
        with launch.opened(replace(chosen, manifest=twins.twin(fault))) as faulty:
            for session, offer, asked in planted:
                yield _passed(session, offer, fault, asked, faulty)


def _shown_by(session: CodecSession, offer: Offer, fault: TwinFault) -> list[tuple[str, str]]:
    """Return the questions by which a fault can show, with the library's own answers."""
    lines = list(questions(fault, offer))
    asked = [(line.decode(), text_of_answer(session, offer, line)) for line in lines]
    # One refusal suffices: the fault moves its place.
    if fault is TwinFault.WRONG_OFFSET:
        refused = [one for one in asked if one[1].startswith("error")]
        return sorted(refused, key=lambda one: not _STATES_PLACE.match(one[1]))[:1]
    return asked


def _passed(
    session: CodecSession,
    offer: Offer,
    fault: TwinFault,
    asked: list[tuple[str, str]],
    faulty: OpenAdapter,
) -> TwinFinding:
    """Ask the twin; one question that shows the fault is enough."""
    own = replace(session, session=faulty.session)
    found = []
    for line, honest in asked:
        answer = text_of_answer(own, offer, line.encode())
        shown = answer in predicted(fault, offer, honest)
        passage = Passage.LET_THROUGH if shown else Passage.HIDDEN
        found.append(
            TwinFinding(session.name, str(offer), fault, passage, "", line, honest, answer)
        )
    return next((one for one in found if one.passage is Passage.LET_THROUGH), found[0])


def text_of_answer(session: CodecSession, offer: Offer, line: bytes) -> str:
    """Ask, and ask once more where no answer came: a busy machine may have been too slow."""
    [answer] = session.ask(offer, [line])
    if not isinstance(answer, bytes):
        [answer] = session.ask(offer, [line])
    if isinstance(answer, bytes):
        return answer.decode("ascii", "backslashreplace")
    return type(answer).__name__.lower()


def counts(findings: list[TwinFinding]) -> Mapping[tuple[str, TwinFault], Mapping[Passage, int]]:
    """Count the findings by adapter and fault, each by its passage."""
    found: dict[tuple[str, TwinFault], dict[Passage, int]] = {}
    for one in findings:
        adapter = CodecId.parse(one.codec).adapter
        found.setdefault((adapter, one.fault), dict.fromkeys(Passage, 0))[one.passage] += 1
    return found
