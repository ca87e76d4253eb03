"""Crash mode: one exception for each fault, for fuzzing services that know crashes only.

OSS-Fuzz and ClusterFuzzLite report crashes apart by their message and place: the message is the
signature that a campaign gives, so one fault is one crash, whatever input shows it. libFuzzer is
guided by which class of ill-formed octets stands where, for it sees nothing of a codec in C.
Nothing here reads or writes a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.confinement.command import Command
from utfproof.errors import UsageError
from utfproof.fuzz.inputs import dictionary
from utfproof.fuzz.libfuzzer.coverage_counters import CoverageCounters, Fire
from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.targets.guidance import PLACES
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.triage.triage import Triage
from utfproof.model.codec_id import CodecId
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.reference import schemes
from utfproof.vectors import loader

Answers = Callable[[bytes], str]
_HERE = Path()


class DivergenceError(Exception):
    """A codec breaks its promise; the message is the signature."""


def crash_target(
    codec: str, offer: str, answers: Answers, claims: Claims
) -> Callable[[bytes], None]:
    """Return the function that runs one input and raises where the codec is wrong.

    `codec` is the full name, `answers` gives the answer line to a data line of the offer.

    Raises:
        UsageError: an offer that no campaign asks, or whose encoding is not claimed.
    """
    found = fuzz_targets(codec, claims, [Offer.parse(offer)], loader.load())
    if not found:
        hint = "name an op that a campaign asks, in an encoding of a claimed profile"
        raise UsageError(f"nothing to run: {offer}", place=codec, hint=hint)
    return _CrashTarget(found[0], answers).one


class _InProcessSession(Session):
    """A session without a process: the codec is asked in this one."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(Command((), _HERE, {}, 0), 0.0)
        self._answers_here = answers

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        del codec, offer, excluded
        return [self._answers_here(line).encode("ascii", "backslashreplace") for line in lines]


@dataclass(slots=True)
class _Unstored:
    """A store that keeps nothing: each wrong answer has a finding, whose signature is raised."""

    found: dict[str, Finding] = field(default_factory=dict)

    def file(self, finding: Finding, known: KnownFailure | None) -> Finding | None:
        del known
        return finding

    def write(self, finding: Finding) -> Finding:
        return finding

    def reload(self) -> None:
        pass

    def quarantine(self, encoding: Encoding, octets: bytes) -> None:
        pass


class _CrashTarget:
    """One target, whose inputs fire a counter for each class and place of ill-formed octets."""

    def __init__(self, target: FuzzTarget, answers: Answers) -> None:
        """Choose the answer profile by the words of the dictionary; most of them are read."""
        session = _InProcessSession(answers)
        self._observer = Observer(
            target, RunningAdapter(_manifest(target.codec), session, lambda: session)
        )
        self._triage = Triage(_Unstored(), [self._observer], {}, {}, engine="crash")
        self._target = target
        self._counters = CoverageCounters()
        self._fires: dict[tuple[str, int], Fire | None] = {}
        words = dictionary.tokens(target.settings.scheme)
        self._observer.find_differences([word for word in words if target.admits(word)])

    def one(self, octets: bytes) -> None:
        """Run one input.

        Raises:
            DivergenceError: the codec is wrong.
        """
        if not self._target.admits(octets):
            return
        self._place(octets)
        answers, different = self._observer.find_differences([octets])
        wrong = self._observer.judge_closely(octets, answers[0]) if different else None
        if wrong:
            finding = self._triage.process(self._observer, wrong)
            raise DivergenceError(finding.signature if finding else wrong.divergence.shown)

    def _place(self, octets: bytes) -> None:
        """Count the place and the class of the first ill-formed part."""
        scheme = self._target.settings.scheme
        found = schemes.read(scheme, octets).first_error()
        place = (
            (octet_classes.ill_formed(scheme, octets, found[0]), found[0] % PLACES)
            if found
            else _NONE
        )
        if place not in self._fires:
            self._fires[place] = self._counters.next()
        fire = self._fires[place]
        if fire:
            fire()


_NONE = ("", 0)


def _manifest(codec: str) -> Manifest:
    """Return the manifest of a codec that is no adapter's."""
    return Manifest(
        name=CodecId.parse(codec).adapter,
        about="a codec in this process",
        language="Python",
        folder=_HERE,
        requires=(),
        build=(),
        run=None,
        sources=(),
        environment={},
        memory=0,
        seconds=0.0,
        codecs={},
    )
