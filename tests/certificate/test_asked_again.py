"""Asked again: what is compared with the journal, and the sentence about each difference."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from changed_fields import changed
from utfproof.adapters import manifest, needs
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
from utfproof.errors import ManifestError
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.outcome import Hung
from utfproof.model.profile import Claims
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

from . import small_run
from .small_certificate import put
from .small_run import FOOTER, HEADER, SWEPT

NAME, DECODE = "a/good", Offer.parse("decode UTF-8 strict")
VALIDATE = Offer.parse("validate UTF-8 strict")
OFFERS = (DECODE, VALIDATE, Offer.parse("encode UTF-8 strict"))
SHARD = b"- 1"
ALL = RerunSample(1, 1)
HOLDS, REFUSED, UNCHECKED = CheckState.HOLDS, CheckState.REFUSED, CheckState.UNCHECKED


ITEM = Codec("good", "x", Claims(), 1, {})


@cache
def suite() -> Suite:
    whole = loader.load()
    cases = [case for case in whole.cases if case.about.id.startswith("utf-8/ill-formed/o")][:4]
    family = next(one for one in whole.families if one.id == "families/counts")
    relations = [item for item in whole.properties if item.id == "properties/accept-agreement"]
    assert cases
    return replace(
        whole,
        cases=tuple(cases),
        properties=tuple(relations or whole.properties[:1]),
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


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    return manifest.load(put(tmp_path_factory.mktemp("rerun") / "a"))


FAMILY = FamilyFinished(NAME, "families/counts", str(DECODE), 5, 1, 0.1, "9" * 64)
GROUP = small_run.case(NAME, "families/counts/1", Verdict.FAIL, 5, "R1")
ANSWER = hashlib.sha256(
    SimulatedCodec.right(ITEM.claims, Encoding.UTF_8)
    .answer(Offer.parse("sweep UTF-8 strict"), "- 1")
    .encode("ascii")
).hexdigest()
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
        yield from (GROUP, FAMILY, OF_SHARD, small_run.finished(NAME, CodecVerdict.FAIL), FOOTER)

    def run(self) -> CertifiedRun:
        return certified_run.read(small_run.written(self.folder, self.events()), suite())

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


@pytest.fixture
def again(own: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rerun:
    made = Rerun(own, tmp_path / "run", SimulatedSession())

    @contextmanager
    def opened(chosen: SelectedAdapter) -> Iterator[OpenAdapter]:
        assert (chosen.manifest, [codec.name for codec in chosen.codecs]) == (own, ["good"])
        offers = {"good": CodecOffers("good", made.version, made.offers)} if made.offers else {}
        yield OpenAdapter(cast("Session", made.session), offers)

    def stage(extra_states: int) -> Callable[[CodecContext], Iterator[Event]]:
        def ask(context: CodecContext) -> Iterator[Event]:
            assert [one.id for one in context.suite.families] == ["families/counts"]
            assert (context.offers, context.name) == ((DECODE,), NAME)
            yield from made.groups

        made.session.asked.append((f"extra states: {extra_states}", DECODE))
        return ask

    monkeypatch.setattr(rerun, "opened", opened)
    monkeypatch.setattr(rerun, "FamiliesStage", stage)
    return made


def count(again: Rerun) -> int:
    return sum(isinstance(event, CaseFinished) and event is not GROUP for event in again.events())


def words(again: Rerun) -> str:
    cases = count(again)
    families = "1 of 1 families (5 questions)"
    return f"{cases} of {cases} cases, {families}, 1 of 1 shards of sweeps"


def test_a_codec_that_answers_as_it_did_holds_in_every_kind(again: Rerun) -> None:
    assert again.said() == [
        ("a/good: library version", HOLDS, "lib 1.0"),
        ("a/good: asked again", HOLDS, f"{words(again)}: as signed"),
    ]
    assert ("good", VALIDATE) in again.session.asked
    assert ("extra states: 0", DECODE) in again.session.asked


def test_the_extra_states_of_the_run_are_asked_again(again: Rerun) -> None:
    again.header = replace(HEADER, asks={"extra-states": 2})
    assert again.last()[0] is HOLDS
    assert ("extra states: 2", DECODE) in again.session.asked


@pytest.mark.parametrize("other", [b"ok 2f", b"error 9 1"])
def test_another_verdict_is_told_with_the_answer(again: Rerun, other: bytes) -> None:
    line = next(
        event.input
        for event in again.events()
        if isinstance(event, CaseFinished) and event.op == str(DECODE) and event.input
    )
    again.session.other[line.encode("ascii")] = other
    state, said = again.last()
    assert state is REFUSED
    told = f"({DECODE}): pass was signed, fail now: {line} gave {other.decode()}"
    assert said.startswith("utf-8/ill-formed/")
    assert told in said
    assert said.endswith(f"; asked {words(again)}")


def of_case(kind: str, **fields: object) -> Callable[[CaseFinished], CaseFinished]:
    """Return a change of the cases of a kind that are in the journal."""

    def change(case: CaseFinished) -> CaseFinished:
        chosen = case.case.startswith(kind) and case.op != str(VALIDATE)
        return changed(case, **fields) if chosen else case

    return change


def test_another_number_of_questions_is_told(again: Rerun) -> None:
    again.changed = of_case("utf-8/", asked=77)
    state, said = again.last()
    assert state is REFUSED
    assert said.startswith("utf-8/ill-formed/")
    assert f"({DECODE}): 77 questions then, " in said
    assert " more); asked " in said


def test_the_first_of_several_differences_is_told_with_their_number(again: Rerun) -> None:
    again.changed = of_case("utf-8/", verdict=Verdict.FAIL, clauses=("R1",))
    cases = sum(
        isinstance(event, CaseFinished) and event.verdict is Verdict.FAIL and event is not GROUP
        for event in again.events()
    )
    state, said = again.last()
    assert (state, f" (and {cases - 1} more); asked " in said) == (REFUSED, True)
    assert f"({DECODE}): fail was signed, pass now: " in said


def test_a_case_that_is_not_asked_any_more_is_told(again: Rerun) -> None:
    again.offers = OFFERS[1:]
    state, said = again.last()
    assert state is REFUSED
    assert f" ({DECODE}): not asked any more" in said


def test_properties_are_compared(again: Rerun) -> None:
    again.changed = of_case("properties/", verdict=Verdict.FAIL, clauses=("R1",))
    state, said = again.last()
    assert state is REFUSED
    assert said.startswith("properties/")
    assert ": fail was signed, " in said


def test_a_property_that_is_not_asked_any_more_is_told(again: Rerun) -> None:
    again.changed = of_case(
        "properties/", case="properties/gone/UTF-8", verdict=Verdict.NON_STRICT, clauses=("R1",)
    )
    state, said = again.last()
    assert (state, said.split(" (")[0].split(";")[0]) == (
        REFUSED,
        "properties/gone/UTF-8: not asked any more",
    )


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (
            (GROUP, replace(FAMILY, digest="8" * 64)),
            f"families/counts ({DECODE}): other answers than those signed, by their digest",
        ),
        ((GROUP,), f"families/counts ({DECODE}): other answers than those signed, by their digest"),
        (
            (replace(GROUP, case="families/counts/2"), FAMILY),
            f"families/counts/2 ({DECODE}): not in the journal",
        ),
        (
            (replace(GROUP, verdict=Verdict.CRASH), FAMILY),
            f"families/counts/1 ({DECODE}): fail was signed, crash now: c080 gave ok 0",
        ),
        (
            (replace(GROUP, asked=6), FAMILY),
            f"families/counts/1 ({DECODE}): 5 questions then, 6 now",
        ),
        (
            (replace(GROUP, actual=f"ok {'1 ' * 200}"), FAMILY),
            f"families/counts/1 ({DECODE}): c080 gave ok 0, now c080 gives ok {'1 ' * 98}1",
        ),
        (
            (replace(GROUP, input="c081"), FAMILY),
            f"families/counts/1 ({DECODE}): c080 gave ok 0, now c081 gives ok 0",
        ),
    ],
    ids=range(7),
)
def test_a_family_is_compared_by_its_groups_and_its_digest(
    again: Rerun, groups: Sequence[Event], said: str
) -> None:
    again.groups = groups
    assert again.last() == (REFUSED, f"{said}; asked {words(again)}")


def test_two_differences_are_told_as_one_and_one_more(again: Rerun) -> None:
    again.groups = (replace(GROUP, asked=6),)
    said = f"families/counts/1 ({DECODE}): 5 questions then, 6 now (and 1 more)"
    assert again.last() == (REFUSED, f"{said}; asked {words(again)}")


@pytest.mark.parametrize("answer", [b"ok 256v", Hung(1.0)])
def test_a_shard_is_compared_by_its_digest(again: Rerun, answer: Answer) -> None:
    again.session.other[SHARD] = answer
    told = "families/sweep - 1 (sweep UTF-8 strict): another answer than signed"
    assert again.last() == (REFUSED, f"{told}; asked {words(again)}")


# ---- what cannot be asked ----


def test_another_version_of_the_library_is_refused(again: Rerun) -> None:
    again.version = "1.1"
    told = "1.0 was signed, 1.1 is here"
    version, asked = again.said()
    assert version == ("a/good: library version", REFUSED, told)
    assert asked[1] is HOLDS


def test_another_build_is_told(again: Rerun) -> None:
    told = " is asked, which was built on this machine, not the build that was signed"
    found = again.said(again.certificate(product_dirHash="b" * 64))
    assert found[0] == ("a: build asked again", UNCHECKED, told)
    assert found[-1][1] is HOLDS


def test_a_codec_that_is_not_offered_here_is_not_asked(again: Rerun) -> None:
    again.offers = ()
    told = "the adapter does not offer it here"
    assert again.said() == [("a/good: asked again", UNCHECKED, told)]


def test_an_adapter_that_does_not_open_is_refused(
    again: Rerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise ManifestError("no hello")

    monkeypatch.setattr(rerun, "opened", refuse)
    assert again.said() == [("a: asked again", REFUSED, "no hello")]


def test_an_adapter_with_other_sources_is_not_started(again: Rerun) -> None:
    found = again.certificate()
    found.checks[:] = [Check("a: sources", REFUSED)]
    told = "its sources are not those that were signed"
    assert again.said(found) == [("a: asked again", UNCHECKED, told)]


def test_an_adapter_that_is_not_here_is_told(again: Rerun) -> None:
    found = again.certificate()
    found.adapters["a"] = "no adapter a here"
    assert again.said(found) == [("a: asked again", UNCHECKED, "no adapter a here")]


def test_an_adapter_that_lacks_a_tool_is_not_started(
    again: Rerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "missing", lambda _: ["go", "x"])
    assert again.said() == [("a: asked again", UNCHECKED, "it needs go, x")]


def test_a_codec_of_which_nothing_was_assessed_is_left_out(again: Rerun) -> None:
    assert again.said(again.certificate(sources_dirHash="")) == []


def test_an_adapter_of_which_nothing_was_assessed_does_not_end_the_list(again: Rerun) -> None:
    found = again.certificate()
    found.adapters = {"0": "no adapter 0 here", **found.adapters}
    assert [what for what, _, _ in again.said(found)][-1] == "a/good: asked again"
