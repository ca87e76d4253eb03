"""A rerun of the small run: what was signed, and a codec that is asked again in this process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import cast

from utfproof.adapters.launch import OpenAdapter
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.certificate import certified_run, rerun
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.sample import RerunSample
from utfproof.certificate.verification import Check, CheckState, VerifiedCertificate
from utfproof.engine.journal.events import CaseFinished, Event, FamilyFinished
from utfproof.engine.questions.plan import Planner
from utfproof.engine.relations.properties import ask_properties
from utfproof.engine.run.codec_session import CodecSession
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

from . import small_run
from .small_run import FOOTER, HEADER, SWEPT

NAME, DECODE = "a/good", Offer.parse("decode UTF-8 strict")
VALIDATE = Offer.parse("validate UTF-8 strict")
OFFERS = (DECODE, VALIDATE, Offer.parse("encode UTF-8 strict"))
SHARD = b"- 1"
ALL = RerunSample(1, 1)
HOLDS, REFUSED, UNCHECKED = CheckState.HOLDS, CheckState.REFUSED, CheckState.UNCHECKED

Stage = Callable[[CodecContext], Iterator[Event]]
ITEM = Codec("good", "x", Claims(), 1, {})


@cache
def suite() -> Suite:
    whole = loader.load()
    cases = [case for case in whole.cases if case.about.id.startswith("utf-8/ill-formed/o")][:4]
    family = next(one for one in whole.families if one.id == "families/counts")
    relations = [item for item in whole.properties if item.id == "properties/concatenation"]
    assert cases
    assert relations
    return replace(
        whole,
        cases=tuple(cases),
        properties=tuple(relations),
        families=(family, replace(family, id="families/none")),
    )


@dataclass
class SimulatedSession:
    """A session with the right codec, but for the lines that have other answers here."""

    right: SimulatedCodec = field(
        default_factory=lambda: SimulatedCodec.right(ITEM.claims, Encoding.UTF_8)
    )
    other: dict[bytes, Answer] = field(default_factory=dict)
    asked: list[tuple[str, Offer]] = field(default_factory=list)

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        self.asked.append((codec, offer))
        answers = self.right.ask(codec, offer, lines, excluded)
        found = zip(lines, answers, strict=True)
        return [self.other.get(line, answer) for line, answer in found]

    @property
    def another(self) -> Callable[[], Session]:
        return lambda: cast("Session", self)


FAMILY = FamilyFinished(NAME, "families/counts", str(DECODE), 5, 1, 0.1, "9" * 64)
GROUP = small_run.case(NAME, "families/counts/1", Verdict.FAIL, 5, "R1")
ANSWER = hashlib.sha256(
    SimulatedCodec.right(ITEM.claims, Encoding.UTF_8)
    .answer(Offer.parse("sweep UTF-8 strict"), "- 1")
    .encode("ascii")
).hexdigest()
FRESH = small_run.case(NAME, "fresh/utf-8/text", Verdict.PASS, 48)
OF_SHARD = replace(SWEPT, op="sweep UTF-8 strict", digest=ANSWER)


@dataclass
class Rerun:
    """A run of the right codec, its certificate, and the session that is asked again."""

    own: Manifest
    folder: Path
    session: SimulatedSession
    header: Event = HEADER
    offers: tuple[Offer, ...] = OFFERS
    version: str = "1.0"
    groups: Sequence[Event] = (GROUP, FAMILY)
    journal: Sequence[Event] = ()
    fresh: Sequence[Event] = ()
    fresh_now: Sequence[Event] = ()
    changed: Callable[[CaseFinished], CaseFinished] = lambda case: case

    def events(self) -> Iterator[Event]:
        """Yield the events of the run that is signed."""
        right = cast("Session", SimulatedSession())
        codec = self.own.codecs["good"]
        asked = CodecSession(NAME, codec, CodecOffers("good", "1.0", OFFERS), right)
        yield self.header
        yield small_run.started(NAME, version="1.0", sources="5" * 64, product="")
        plan = Planner(suite()).plan(codec.claims, OFFERS)
        for case in asked.judge_cases(plan.asked):
            yield self.changed(case)
        for item in ask_properties(suite(), codec.claims, OFFERS):
            yield self.changed(asked.judge_property(item))
        yield from self.fresh
        yield from (GROUP, FAMILY, OF_SHARD, small_run.finished(NAME, CodecVerdict.FAIL), FOOTER)

    def open(self, chosen: SelectedAdapter) -> OpenAdapter:
        """Give the session in the place of an adapter that is started."""
        assert chosen.manifest == self.own
        self.session.asked += [(f"opened: {codec.name}", DECODE) for codec in chosen.codecs]
        offers = {"good": CodecOffers("good", self.version, self.offers)} if self.offers else {}
        return OpenAdapter(cast("Session", self.session), offers)

    def families_stage(self, extra_states: int) -> Stage:
        """Give the groups in the place of those of a family that is asked."""
        self.session.asked.append((f"extra states: {extra_states}", DECODE))

        def ask(context: CodecContext) -> Iterator[Event]:
            assert [one.id for one in context.suite.families] == ["families/counts"]
            assert (context.offers, context.name) == ((DECODE,), NAME)
            yield from self.groups

        return ask

    def fresh_stage(self, nonce: str) -> Stage:
        """Give other cases in the place of those that are drawn."""

        def ask(context: CodecContext) -> Iterator[Event]:
            assert (context.suite, context.name) == (suite(), NAME)
            self.session.asked += [(f"fresh: {nonce}", offer) for offer in context.offers]
            yield from self.fresh_now

        return ask

    def run(self) -> CertifiedRun:
        events = self.journal or self.events()
        return certified_run.read(small_run.written(self.folder, events), suite())

    def certificate(self, **changed: object) -> VerifiedCertificate:
        codec = {
            "codec": NAME,
            "sources_dirHash": "5" * 64,
            "product_dirHash": "",
            "version": "1.0",
            "library": "lib",
        } | changed
        statement = {"predicate": {"utfproof_certificate": {"codecs": [codec]}}}
        found = VerifiedCertificate(self.folder, statement, {"a": self.own})
        found.checks.append(Check("a: sources", HOLDS))
        return found

    def said(self, found: VerifiedCertificate | None = None) -> list[tuple[str, CheckState, str]]:
        """Return all checks of a rerun of everything."""
        checks = rerun.ask_again(found or self.certificate(), self.run(), suite(), ALL)
        return [(check.what, check.state, check.sentence) for check in checks]

    def last(self) -> tuple[CheckState, str]:
        what, state, said = self.said()[-1]
        assert what == "a/good: asked again"
        return state, said


def count(again: Rerun) -> int:
    return sum(isinstance(event, CaseFinished) and event is not GROUP for event in again.events())


def words(again: Rerun) -> str:
    cases = count(again)
    families = "1 of 1 families (5 questions)"
    return f"{cases} of {cases} cases, {families}, 1 of 1 shards of sweeps"
