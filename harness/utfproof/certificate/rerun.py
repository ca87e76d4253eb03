"""A random sample of a certified run, asked of its codecs once more."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from utfproof.adapters import identity, needs
from utfproof.adapters.launch import opened
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.hello import CodecOffers
from utfproof.certificate import statement as stated
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.sample import RerunSample, draw
from utfproof.certificate.untrusted_json import Json
from utfproof.certificate.verification import Check, CheckState, VerifiedCertificate
from utfproof.engine.journal.events import (
    FRESH,
    RELATION,
    CaseFinished,
    FamilyFinished,
    ShardFinished,
)
from utfproof.engine.questions.plan import Narrowing, Planner
from utfproof.engine.relations.properties import ask_properties
from utfproof.engine.run.codec_session import CodecSession
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.errors import UtfproofError
from utfproof.model.codec_id import CodecId
from utfproof.model.level import WARM
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.proof.families.stage import FamiliesStage
from utfproof.proof.fresh import FreshStage
from utfproof.report.text import visible
from utfproof.vectors.suite import Suite

_LONGEST = 200


def ask_again(
    found: VerifiedCertificate, run: CertifiedRun, suite: Suite, sample: RerunSample
) -> Iterator[Check]:
    """Ask a sample of each codec's cases, families and shards, and compare verdicts and answers.

    Only adapters whose sources are those that were signed are started.
    """
    for name, own in sorted(found.adapters.items()):
        codecs = [
            codec
            for codec in found.own["codecs"]
            if CodecId.parse(codec["codec"]).build == name and codec["sources_dirHash"]
        ]
        what = f"{name}: asked again"
        if not codecs:
            continue
        if isinstance(own, str):
            yield Check(what, CheckState.UNCHECKED, own)
        elif not found.holds(f"{name}: sources"):
            yield Check(what, CheckState.UNCHECKED, "its sources are not those that were signed")
        elif lacking := needs.missing(own):
            yield Check(what, CheckState.UNCHECKED, f"it needs {', '.join(lacking)}")
        else:
            yield from _adapter(own, codecs, run, suite, sample)


def _adapter(
    manifest: Manifest, codecs: Sequence[Json], run: CertifiedRun, suite: Suite, sample: RerunSample
) -> Iterator[Check]:
    here = [(codec, manifest.codecs[CodecId.parse(codec["codec"]).codec]) for codec in codecs]
    try:
        with opened(SelectedAdapter(manifest, tuple(codec for _, codec in here))) as adapter:
            yield from _built(manifest, codecs[0])
            for signed, codec in here:
                if codec.name not in adapter.offers:
                    sentence = "the adapter does not offer it here"
                    yield Check(f"{signed['codec']}: asked again", CheckState.UNCHECKED, sentence)
                    continue
                yield _version(signed, adapter.offers[codec.name])
                asked = CodecSession.of(manifest, codec, adapter)
                yield _CodecRerun(asked, suite, run).check(sample)
    except UtfproofError as error:
        yield Check(f"{manifest.name}: asked again", CheckState.REFUSED, str(error))


def _built(manifest: Manifest, signed: Json) -> Iterator[Check]:
    """Say so where the build that is asked was made here, and is another than the one signed."""
    product = identity.product(manifest)
    if product != signed["product_dirHash"]:
        sentence = (
            f"{product} is asked, which was built on this machine, not the build that was signed"
        )
        yield Check(f"{manifest.name}: build asked again", CheckState.UNCHECKED, sentence)


def _version(signed: Json, offers: CodecOffers) -> Check:
    what = f"{signed['codec']}: library version"
    if offers.version == signed["version"]:
        return Check(what, CheckState.HOLDS, f"{signed['library']} {signed['version']}")
    sentence = f"{signed['version']} was signed, {offers.version} is here"
    return Check(what, CheckState.REFUSED, sentence)


@dataclass(frozen=True, slots=True)
class _CodecRerun:
    """The sample of one codec, asked again."""

    asked: CodecSession
    suite: Suite
    run: CertifiedRun

    @property
    def name(self) -> str:
        """Return the full name of the codec."""
        return self.asked.name

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Return the offers that the run asked."""
        encodings, ops = (tuple(stated.asked(self.run, name)) for name in ("encoding", "op"))
        return self.asked.offers(Narrowing(encodings, ops))

    def check(self, sample: RerunSample) -> Check:
        """Draw, ask, compare; report the first difference."""
        drawn = draw(self.run, self.name, sample)
        differences = [
            *self._cases(drawn.cases),
            *self._fresh(sample),
            *self._properties(drawn.cases),
            *(sentence for one in drawn.families for sentence in self._family(one)),
            *self._shards(drawn.shards),
        ]
        what = f"{self.name}: asked again"
        if differences:
            more = f" (and {len(differences) - 1} more)" if len(differences) > 1 else ""
            sentence = f"{differences[0]}{more}; asked {drawn.words}"
            return Check(what, CheckState.REFUSED, sentence)
        return Check(what, CheckState.HOLDS, f"{drawn.words}: as signed")

    def _cases(self, drawn: Sequence[CaseFinished]) -> Iterator[str]:
        before = {(case.case, case.op): case for case in drawn}
        ids = {case for case, _ in before}
        cases = tuple(case for case in self.suite.cases if case.about.id in ids)
        planner = Planner(replace(self.suite, cases=cases))
        plan = planner.plan(self.asked.codec.claims, self.offers)
        asked = [item for item in plan.asked if (item.case.about.id, str(item.offer)) in before]
        for now in self.asked.judge_cases(asked):
            yield from _different(before.pop((now.case, now.op)), now)
        for case, op in before:
            # Relations between answers are cases of the journal too; `_properties` asks those.
            if not case.startswith((RELATION, FRESH, WARM)):
                yield f"{case} ({op}): not asked any more"

    def _properties(self, drawn: Sequence[CaseFinished]) -> Iterator[str]:
        before = {case.case: case for case in drawn if case.case.startswith(RELATION)}
        if not before:
            return
        for item in ask_properties(self.suite, self.asked.codec.claims, self.offers):
            if item.case in before:
                now = self.asked.judge_property(item)
                yield from _different(before.pop(item.case), now)
        yield from (f"{case}: not asked any more" for case in before)

    def _fresh(self, sample: RerunSample) -> Iterator[str]:
        """Ask other fresh questions than the run did: those of one's own are in no list either."""
        evidence = self.run.trace.codecs.get(self.name, ())
        before = {own.case.op: own.case for own in evidence if own.case.case.startswith(FRESH)}
        context = replace(
            CodecContext.of(self.asked, self.suite, Narrowing()),
            offers=tuple(Offer.parse(op) for op in before),
        )
        for now in FreshStage(f"{sample.seed} {self.name}")(context):
            # Which of the green verdicts it is depends on the errors that were drawn.
            if isinstance(now, CaseFinished) and now.verdict.red is not before[now.op].verdict.red:
                yield from _different(before[now.op], now)

    def _family(self, before: FamilyFinished) -> Iterator[str]:
        groups = {
            (item.case.case, item.case.op): item.case
            for item in self.run.trace.codecs.get(self.name, ())
            if item.family == before.family
        }
        stage = FamiliesStage(stated.extra_states(self.run))
        family = tuple(one for one in self.suite.families if one.id == before.family)
        suite = replace(self.suite, families=family)
        context = replace(
            CodecContext.of(self.asked, suite, Narrowing()), offers=(Offer.parse(before.op),)
        )
        digest = ""
        for event in stage(context):
            if isinstance(event, FamilyFinished):
                digest = event.digest
            if isinstance(event, CaseFinished):
                was = groups.get((event.case, event.op))
                if was is None:
                    yield f"{event.case} ({event.op}): not in the journal"
                else:
                    yield from _different(was, event)
        if digest != before.digest:
            yield f"{before.family} ({before.op}): other answers than those signed, by their digest"

    def _shards(self, drawn: Sequence[ShardFinished]) -> Iterator[str]:
        for before in drawn:
            line = before.shard.encode("ascii")
            [answer] = self.asked.ask(Offer.parse(before.op), [line])
            now = hashlib.sha256(answer).hexdigest() if isinstance(answer, bytes) else ""
            if now != before.digest:
                yield f"{before.family} {before.shard} ({before.op}): another answer than signed"


def _different(before: CaseFinished, now: CaseFinished) -> Iterator[str]:
    """Yield the differences of a case; the journal holds the answers of cases that did not pass."""
    case = f"{before.case} ({before.op or now.op})"
    if before.verdict is not now.verdict:
        answer = visible(now.actual)[:_LONGEST]
        yield f"{case}: {before.verdict} was signed, {now.verdict} now: {now.input} gave {answer}"
    elif before.asked != now.asked:
        yield f"{case}: {before.asked} questions then, {now.asked} now"
    elif now.verdict is not Verdict.PASS and (before.input, before.actual) != (
        now.input,
        now.actual,
    ):
        was, answer = visible(before.actual)[:_LONGEST], visible(now.actual)[:_LONGEST]
        yield f"{case}: {before.input} gave {was}, now {now.input} gives {answer}"
