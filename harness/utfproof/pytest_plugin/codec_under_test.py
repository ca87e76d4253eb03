"""The codecs under test: each adapter is started once in a process, its cases asked in batches."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from utfproof.adapters import needs
from utfproof.adapters.launch import OpenAdapter, opened
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import Plan, PlannedCase, Planner
from utfproof.engine.relations.properties import PlannedProperty, ask_properties
from utfproof.engine.run.adapter_runner import target_of
from utfproof.engine.run.codec_session import CodecSession
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.errors import UtfproofError
from utfproof.expectations.listed_cases import KnownFailures
from utfproof.model.operation import Offer
from utfproof.proof import levels
from utfproof.proof.families.stage import FamiliesStage
from utfproof.proof.sweep.stage import SweepStage
from utfproof.pytest_plugin.requested_tests import RequestedTests
from utfproof.report.run import console
from utfproof.report.run.summary import CodecSummary
from utfproof.vectors.suite import Suite

_LONGEST_OUTPUT = 2000
_GENERATED = (FamiliesStage, SweepStage)
"""What a higher level asks more; what it identifies and explains is certify's."""


class AdapterUnderTest:
    """An adapter that is built, started and greeted when it is first needed."""

    def __init__(self, chosen: SelectedAdapter, closing: ExitStack) -> None:
        """Prepare it; `closing` ends its process."""
        self.chosen = chosen
        self._closing = closing
        self._opened: OpenAdapter | None = None
        self._error: UtfproofError | None = None

    def open(self) -> OpenAdapter:
        """Return its session and its offers.

        Raises:
            UtfproofError: it does not build or greet; the same each time.
        """
        # The same error for each test: a build that failed is not tried again.
        if self._error:
            raise self._error
        if self._opened is None:
            try:
                self._opened = self._closing.enter_context(opened(self.chosen))
            except UtfproofError as error:
                self.give_up(error)
                raise
        return self._opened

    def give_up(self, error: UtfproofError) -> None:
        """Remember the error that broke it, so that no later test waits for the same again."""
        self._error = error

    def lacks(self, codec: str) -> str:
        """Say why a codec is not available here; "" where it is.

        Raises:
            UtfproofError: the adapter does not build or greet.
        """
        if missing := needs.missing(self.chosen.manifest):
            return f"needs {', '.join(missing)}"
        return "" if codec in self.open().offers else "the adapter's hello does not name it"


@dataclass(frozen=True, slots=True)
class CodecUnderTest:
    """One codec under test."""

    adapter: AdapterUnderTest
    codec: Codec
    request: RequestedTests
    suite: Suite
    planner: Planner

    @property
    def manifest(self) -> Manifest:
        """Return the manifest of its adapter."""
        return self.adapter.chosen.manifest

    @property
    def name(self) -> str:
        """Its name, with that of its adapter."""
        return self.manifest.id_of(self.codec)

    @property
    def session(self) -> CodecSession:
        """Return the codec, ready to be asked; its adapter starts when it is first needed.

        Raises:
            UtfproofError: the adapter does not build or greet.
        """
        return CodecSession.of(self.manifest, self.codec, self.adapter.open())

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Return the offers that the options select."""
        return self.session.offers(self.request.narrowing)

    def plan(self) -> Plan:
        """Pair the written cases with the offers."""
        return self.planner.plan(self.codec.claims, self.offers)

    def properties(self) -> list[PlannedProperty]:
        """Pair the properties with the encodings."""
        pattern = self.request.narrowing.case
        return ask_properties(self.suite, self.codec.claims, self.offers, pattern)

    def known(self) -> KnownFailures:
        """Return the listed failures of the codec."""
        # An entry of the list holds for a range of versions.
        version = self.session.offered.version
        return KnownFailures(self.request.known.documents, self.name, version)

    def ask(self, cases: Sequence[PlannedCase]) -> Iterator[CaseFinished]:
        """Ask cases of one offer."""
        return self.session.judge_cases(cases)

    def ask_generated(self) -> Iterator[CaseFinished]:
        """Ask the generated questions of the level."""
        context = CodecContext.of(self.session, self.suite, self.request.narrowing)
        for stage in levels.stages(self.request.level):
            if isinstance(stage, _GENERATED):
                events = stage(context)
                yield from (event for event in events if isinstance(event, CaseFinished))

    def shown(self, case: CaseFinished) -> str:
        """Show a case as the console of certify does."""
        summary = CodecSummary(self.name, target=target_of(self.manifest))
        return _printable(textwrap.dedent(console.failure(summary, case).plain))

    def not_answered(self, case: CaseFinished) -> str:
        """Show a case that the adapter did not answer, with its program's last words."""
        # The end of the output: a crash tells its reason last.
        output = _printable(self.session.session.stderr[-_LONGEST_OUTPUT:]).rstrip()
        last = f"\nthe adapter's program said:\n{output}" if output else ""
        check = shlex.quote(str(self.manifest.folder))
        return f"{self.shown(case)}\n  check    utfproof adapter check {check}{last}"


def _printable(text: str) -> str:
    """Escape the characters that a terminal would obey."""
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text
    )


def codecs_under_test(
    request: RequestedTests, suite: Suite, closing: ExitStack
) -> Iterator[CodecUnderTest]:
    """Yield the codecs that are asked for; those of one promise share their plans."""
    # Plans depend on claims alone: codecs with the same ones are paired with the cases once.
    planner = Planner(suite, request.narrowing.case)
    for chosen in request.chosen:
        adapter = AdapterUnderTest(chosen, closing)
        for codec in chosen.codecs:
            yield CodecUnderTest(adapter, codec, request, suite, planner)
