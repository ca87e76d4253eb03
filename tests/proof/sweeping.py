"""Codecs in Python that sweep, right ones and ones out of order, and what is found of them.

A codec is a table of octet ranges: its sweeps come from the automaton of the table, its decoding
from reading the table octet by octet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import TracebackType
from typing import Self, cast

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished, Event, FamilyFinished, ShardFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.proof.sweep.labels import ShardLabeller
from utfproof.proof.sweep.rules import SweepRule, rules
from utfproof.proof.sweep.shards import Level, SweepShard
from utfproof.proof.sweep.stage import SweepStage
from utfproof.reference import ranges, schemes, tables
from utfproof.reference.automaton import Automaton
from utfproof.reference.runs import Run, runs, without_offsets
from utfproof.reference.tables import Table
from utfproof.vectors.suite import Suite

SHORT = "*/length-[012]"
RFC_3629 = Claims(("rfc3629",))
CLAIMS = {
    Scheme.UTF_8: (Claims(("rfc3629",)), Encoding.UTF_8),
    Scheme.UTF_16: (Claims(("rfc2781",)), Encoding.UTF_16),
    Scheme.UTF_16BE: (Claims(("rfc2781",)), Encoding.UTF_16BE),
    Scheme.UTF_16LE: (Claims(("rfc2781",)), Encoding.UTF_16LE),
    Scheme.UTF_32: (Claims(("iso10646",)), Encoding.UTF_32),
    Scheme.UTF_32BE: (Claims(("iso10646",)), Encoding.UTF_32BE),
    Scheme.UTF_32LE: (Claims(("iso10646",)), Encoding.UTF_32LE),
    Scheme.UCS_2: (Claims(("ucs-2",)), Encoding.UCS_2),
    Scheme.UCS_4: (Claims(("ucs-4",)), Encoding.UCS_4),
    Scheme.CESU_8: (Claims(("cesu-8",)), Encoding.CESU_8),
    Scheme.MUTF_8: (Claims(("mutf-8",)), Encoding.MUTF_8),
    Scheme.WTF_8: (Claims(("wtf-8",)), Encoding.WTF_8),
    Scheme.GENERALIZED_UTF_8: (Claims(("generalized-utf-8",)), Encoding.UTF_8),
    Scheme.RFC_2279: (Claims(("rfc2279",)), Encoding.UTF_8),
}


def offset_of(table: Table, octets: bytes) -> int | None:
    """Return where a codec that reads by a table finds the first error."""
    error = tables.read(table, octets).first_error()
    return error[0] if error else None


def joined(labelled: Sequence[Run]) -> tuple[Run, ...]:
    """Merge neighbours with one label."""
    groups = groupby(labelled, key=lambda run: run[1])
    return tuple((sum(length for length, _ in same), label) for label, same in groups)


def sweep_line(labelled: Sequence[Run]) -> str:
    """Write runs as an adapter answers."""
    return " ".join(["ok", *(f"{length}{label}" for length, label in labelled)])


@dataclass
class Sweeping:
    """A session with a codec that reads by a table; each subclass departs from it in one way."""

    table: Table = ranges.TABLE_3
    automaton: Automaton | None = None
    tells: bool = True
    asked: list[str] = field(default_factory=list)
    closed: int = 0

    def __post_init__(self) -> None:
        """Make the automaton of the table."""
        self.automaton = self.automaton or tables.automaton(self.table)

    def __enter__(self) -> Self:
        """Use it in a with statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Count how often it was closed."""
        self.closed += 1

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Answer as a session does."""
        del codec, excluded
        self.asked += [f"{offer.op} {line.decode('ascii')}" for line in lines]
        return [self.answer(offer.op, line.decode("ascii")) for line in lines]

    def answer(self, op: Op, line: str) -> Answer:
        """Answer one line."""
        if op is Op.SWEEP:
            prefix, free = line.split(" ")
            octets = b"" if prefix == "-" else bytes.fromhex(prefix)
            return self.sweep(octets, int(free))
        with_offsets = self.decode(b"" if line == "-" else bytes.fromhex(line))
        return with_offsets.encode("ascii") if isinstance(with_offsets, str) else with_offsets

    def sweep(self, prefix: bytes, free: int) -> Answer:
        """Answer a sweep."""
        assert self.automaton
        found = self.runs(runs(self.automaton, prefix, free), prefix, free)
        return sweep_line(found if self.tells else without_offsets(found)).encode("ascii")

    def runs(self, right: tuple[Run, ...], prefix: bytes, free: int) -> tuple[Run, ...]:
        """Return the labels; `right` are those of the table."""
        del prefix, free
        return right

    def decode(self, octets: bytes) -> str | Answer:
        """Answer decode."""
        offset = offset_of(self.table, octets)
        return "ok" if offset is None else f"error {offset if self.tells else '?'} ?"


class SweepsFromATable(Sweeping):
    """Its sweeps are right whatever its codec does: this one takes everything."""

    def decode(self, octets: bytes) -> str | Answer:
        """Take everything."""
        del octets
        return "ok"


class FindsErrorsLate(Sweeping):
    """Reports each error one octet further on, in sweeps and one by one."""

    def runs(self, right: tuple[Run, ...], prefix: bytes, free: int) -> tuple[Run, ...]:
        """Move the offsets."""
        del prefix, free
        return tuple(
            (length, label if label == "v" else f"i{int(label[1:]) + 1}") for length, label in right
        )

    def decode(self, octets: bytes) -> str | Answer:
        """Move the offset."""
        offset = offset_of(self.table, octets)
        return "ok" if offset is None else f"error {offset + 1} ?"


@dataclass
class RefusesOne(Sweeping):
    """Refuses one string that is well-formed: in sweeps, and one by one unless it knows better."""

    string: bytes = b""
    knows_better: bool = False

    def runs(self, right: tuple[Run, ...], prefix: bytes, free: int) -> tuple[Run, ...]:
        """Label the string otherwise."""
        if not self.string.startswith(prefix) or len(self.string) != len(prefix) + free:
            return right
        place = int.from_bytes(self.string[len(prefix) :], "big")
        found: list[Run] = []
        start = 0
        for length, label in right:
            before = max(0, min(length, place - start))
            if start <= place < start + length:
                rest = length - before - 1
                wrong = ((before, label), (1, "i0"), (rest, label))
                found += [run for run in wrong if run[0]]
            else:
                found.append((length, label))
            start += length
        return joined(found)

    def decode(self, octets: bytes) -> str | Answer:
        """Refuse the string."""
        if octets == self.string and not self.knows_better:
            return "error 0 ?"
        return super().decode(octets)


class ValidatesByAnotherFunction(RefusesOne):
    """Sweeps by its validator, which refuses a string that its decoder knows better."""

    def answer(self, op: Op, line: str) -> Answer:
        """Answer one line; validate and sweep say the same."""
        if op is Op.VALIDATE and line == self.string.hex():
            return b"error 0 ?"
        return super().answer(op, line)


@dataclass
class Stumbles(Sweeping):
    """Comes to nothing where one string is among those of a line."""

    string: bytes = b""
    outcome: Answer = b""
    alone: bool = True
    """Whether the string repeats it alone."""

    def answer(self, op: Op, line: str) -> Answer:
        """Answer, or not."""
        if op is Op.SWEEP:
            prefix, free = line.split(" ")
            octets = b"" if prefix == "-" else bytes.fromhex(prefix)
            alike = self.string.startswith(octets) and len(octets) + int(free) == len(self.string)
            if alike and (self.alone or int(free) > 1):
                return self.outcome
        return super().answer(op, line)


class Rewrites(Sweeping):
    """Spells its right answers otherwise."""

    rewrite: Callable[[str], str]

    def sweep(self, prefix: bytes, free: int) -> Answer:
        """Answer a sweep in other words."""
        right = super().sweep(prefix, free)
        assert isinstance(right, bytes)
        return type(self).rewrite(right.decode("ascii")).encode("ascii")


class LeavesRunsApart(Rewrites):
    """Does not merge the first two neighbours with one label."""

    rewrite = staticmethod(lambda text: text.replace("ok 128v", "ok 1v 127v", 1))


class LeavesStringsOut(Rewrites):
    """Labels one string too few."""

    rewrite = staticmethod(lambda text: text.replace("ok 128v", "ok 127v", 1))


class LabelsTooMany(Rewrites):
    """Labels one string too many."""

    rewrite = staticmethod(lambda text: text.replace("ok 128v", "ok 129v", 1))


class TellsNowAndThen(Rewrites):
    """Tells where the first error is, and not where the last is."""

    rewrite = staticmethod(lambda text: text.rpartition("i")[0] + "i" if "i" in text else text)


@dataclass
class TellsNowAndThenWrong(RefusesOne, TellsNowAndThen):
    """Refuses one well-formed string, and does not tell where the last error is."""


class SaysNonsense(Rewrites):
    """Answers in words that the protocol does not have."""

    rewrite = staticmethod(lambda text: text.replace("v", "w"))


class SaysAnotherWord(Rewrites):
    """Begins its answers with a word that the protocol does not have."""

    rewrite = staticmethod(lambda text: text.replace("ok", "no"))


@dataclass
class Reference(Sweeping):
    """Sweeps and decodes as the reference does."""

    scheme: Scheme = Scheme.UTF_8

    def __post_init__(self) -> None:
        self.automaton = schemes.automaton(self.scheme)
        self.labeller = ShardLabeller(self.automaton)

    def sweep(self, prefix: bytes, free: int) -> Answer:
        return self.labeller.labels(SweepShard(prefix, free)).with_offsets

    def decode(self, octets: bytes) -> str | Answer:
        error = schemes.read(self.scheme, octets).first_error()
        return f"error {error[0]} ?" if error else "ok"


@dataclass
class Found:
    """What happened in an stage."""

    events: list[Event]

    @property
    def cases(self) -> dict[str, CaseFinished]:
        """The cases by the last part of their ids."""
        found = (event for event in self.events if isinstance(event, CaseFinished))
        return {event.case.rpartition("/")[2]: event for event in found}

    @property
    def shards(self) -> dict[str, ShardFinished]:
        """The shards by their names."""
        found = (event for event in self.events if isinstance(event, ShardFinished))
        return {event.shard: event for event in found}

    @property
    def family(self) -> FamilyFinished:
        """The only family."""
        [found] = (event for event in self.events if isinstance(event, FamilyFinished))
        return found


def context(
    session: Sweeping,
    encoding: Encoding = Encoding.UTF_8,
    claims: Claims = RFC_3629,
    case: str = "*",
    ops: Sequence[Op] = (Op.SWEEP, Op.DECODE),
) -> CodecContext:
    """Make an context of a codec that offers operations in one encoding."""
    return CodecContext(
        name="fake/codec",
        codec=Codec("codec", "a fake", claims, 1, {}),
        offers=tuple(Offer(op, encoding, Mode.STRICT) for op in ops),
        session=cast("Session", session),
        another=lambda: cast("Session", session),
        narrowing=Narrowing(case=case),
        suite=cast("Suite", None),
    )


def swept(asked: CodecContext, level: Level = "complete") -> Found:
    """Sweep, and collect what happens."""
    return Found(list(SweepStage(level)(asked)))


def allowed(scheme: Scheme) -> tuple[SweepRule, ...]:
    claims, encoding = CLAIMS[scheme]
    settings = claims.settings(encoding)
    assert settings
    return rules(settings.for_decoding())
