"""The mutation score of the suite: machines and named faults, by level and by family."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from utfproof import mutants
from utfproof.engine.run import worker_pool
from utfproof.model.encoding import Scheme
from utfproof.proof.families import catalogue
from utfproof.proof.power import diagnoses, machine_rules, machines
from utfproof.proof.power.attribution import AttributionScore, added_up, joined
from utfproof.proof.power.diagnoses import DiagnosisResult, DiagnosisScore
from utfproof.proof.power.machine_rules import MachineAttribution
from utfproof.proof.power.machines import MachineScore
from utfproof.proof.power.named import PROPERTIES, VECTORS, FaultResult, FaultSearcher
from utfproof.proof.power.score import MutationScore
from utfproof.proof.power.shared_questions import SharedQuestions, sharing_key
from utfproof.proof.power.vector_code import scores
from utfproof.proof.power.vector_code.vector_mutant import VectorScore
from utfproof.vectors import loader

LEVELS = ("vectors", "complete")
_TOGETHER = "together"
_CHARGED = "attribution"
_TRUE = 99
"""Of 100 codecs with planted faults, so many have a true diagnosis."""
_SAMPLE = 4
"""Codecs of each set that are diagnosed where the whole sets are not wanted."""
_BATCH = 16
"""Most tasks that one process takes at a time."""
DRAWN = 6
"""Of so many batches of tasks one is drawn to check a recorded score."""


VectorScores = tuple[VectorScore, ...]
PowerResult = MachineScore | MachineAttribution | FaultResult | DiagnosisResult | VectorScores


@dataclass(frozen=True, slots=True)
class PowerTask:
    """A piece of work for one process: a machine, a named fault, or a codec to be diagnosed.

    families: the families that are asked.
    scheme, part: a machine of an encoding, with a part of the suite.
    mutant: the id of a named fault.
    diagnosed, number: a set of codecs with planted faults, and the place of one in it.
    specimen, full: a codec of vector code, and whether all of its faults are wanted.
    """

    families: tuple[str, ...]
    scheme: Scheme | None = None
    part: str = ""
    mutant: str = ""
    diagnosed: str = ""
    number: int = 0
    specimen: str = ""
    full: bool = False


@dataclass(frozen=True, slots=True)
class PowerReport:
    """All scores at one level: of faulty machines by construction, of named faults by merit.

    `machines` has a score for each encoding and part, and one for all parts together; `charged` how
    the failures of machines are charged, where a level asks enough for it. `vector_code` has a
    score for each kind of fault of vector code.
    """

    level: str
    machines: tuple[MachineScore, ...]
    named: tuple[FaultResult, ...]
    diagnosed: tuple[DiagnosisResult, ...] = ()
    charged: tuple[MachineAttribution, ...] = ()
    vector_code: VectorScores = ()

    @property
    def of_vector_code(self) -> MutationScore:
        """The faults of vector code that are found."""
        found = self.vector_code
        return MutationScore(sum(one.killed for one in found), sum(one.total for one in found))

    @property
    def of_machines(self) -> MutationScore:
        """The faulty machines that are found."""
        found = [item.score for item in self.machines if item.part == _TOGETHER]
        return MutationScore(sum(one.killed for one in found), sum(one.total for one in found))

    @property
    def of_named(self) -> MutationScore:
        """The named faults that are found."""
        return MutationScore(sum(bool(found.parts) for found in self.named), len(self.named))

    @property
    def survivors(self) -> list[str]:
        """The faults that nothing finds, in words."""
        about = {mutant.id: mutant.about for mutant in mutants.catalogue()}
        named = [
            f"{found.mutant}: {about[found.mutant]}" for found in self.named if not found.parts
        ]
        machine = [
            f"{item.scheme}: {survivor}"
            for item in self.machines
            if item.part == _TOGETHER
            for survivor in item.score.survivors
        ]
        vector = [
            f"{score.kind}: {survivor}"
            for score in self.vector_code
            for survivor in score.survivors
        ]
        return [*named, *machine, *vector]

    def machines_by(self, part: str) -> MutationScore:
        """The faulty machines that a part finds."""
        found = [item.score for item in self.machines if item.part == part]
        return MutationScore(sum(one.killed for one in found), sum(one.total for one in found))

    def named_by(self, part: str) -> MutationScore:
        """The named faults that a part finds."""
        return MutationScore(sum(part in found.parts for found in self.named), len(self.named))

    @property
    def at_vectors(self) -> MutationScore:
        """The named faults that the written cases and properties find."""
        killed = sum(bool({VECTORS, PROPERTIES} & found.parts.keys()) for found in self.named)
        return MutationScore(killed, len(self.named))

    @property
    def attributed(self) -> list[FaultResult]:
        """The named faults that fail a written case or a property, which are charged to rules."""
        return [found for found in self.named if found.cases]

    @property
    def attribution(self) -> AttributionScore:
        """How well the failures of the named faults are charged to the rules that they break."""
        return added_up(found.attribution for found in self.attributed)

    @property
    def attribution_of_machines(self) -> AttributionScore:
        """The same of the faulty machines whose transition decides which rule is broken."""
        return joined(found.score for found in self.charged)

    @property
    def misattributed(self) -> list[str]:
        """The faults and machines that are charged to other rules than they break, in words."""
        named = [
            f"{found.mutant}: {found.attribution}"
            for found in self.attributed
            if not found.attribution.exact
        ]
        return [*named, *(words for found in self.charged for words in found.differ)]

    @property
    def diagnosis(self) -> list[DiagnosisScore]:
        """How many diagnoses of codecs with planted faults are true, by set."""
        return diagnoses.added_up(self.diagnosed)

    @property
    def misdiagnosed(self) -> list[str]:
        """The codecs of which something false is said, with the answer that contradicts it."""
        return [
            f"{found.codec}: “{found.said}”, but {found.contradiction}"
            for found in self.diagnosed
            if found.false
        ]

    @property
    def holds(self) -> bool:
        """True where each fault is found and charged rightly, and diagnoses are true enough.

        None may be false, and at least 99 of 100 codecs of each set have a true one.
        """
        true = all(100 * score.true >= _TRUE * score.codecs for score in self.diagnosis)
        return true and not (self.survivors or self.misattributed or self.misdiagnosed)

    @property
    def alone(self) -> dict[str, list[str]]:
        """The cases that are alone in finding a fault at level vectors, with the faults."""
        only: dict[str, list[str]] = {}
        for found in self.named:
            cases = {case for case, _ in found.cases}
            if len(cases) == 1:
                only.setdefault(cases.pop(), []).append(found.mutant)
        return dict(sorted(only.items()))


def parts(families: Iterable[str]) -> list[str]:
    """List the parts of the suite in the order in which they are shown."""
    return [VECTORS, PROPERTIES, *families]


def tasks(families: Sequence[str], pattern: str = "", *, full: bool = False) -> list[PowerTask]:
    """List the work: machines, the faults with `pattern` in their id, codecs to be diagnosed.

    Faults of the same claims come one after another, because they share their questions. `full`
    diagnoses all of each set of codecs and runs all faults of vector code, else a few.
    """
    own = tuple(families)
    of_machines = [part for part in machines.PARTS if part == VECTORS or part in own]
    machine_tasks = [
        PowerTask(own, scheme, part)
        for scheme in (() if pattern else machines.MACHINES)
        for part in (_TOGETHER, *of_machines, *_charged(own))
    ]
    named = [one for one in mutants.catalogue() if pattern in one.id]
    alike = sorted(named, key=sharing_key)
    faults = [PowerTask(own, mutant=one.id) for one in alike]
    # What long text shows, families ask: the written cases alone are not measured by it.
    vector_code = [
        PowerTask(own, specimen=name, full=full)
        for name in (() if pattern or not own else scores.SPECIMENS)
    ]
    return [*machine_tasks, *vector_code, *faults, *_diagnosed(pattern, full=full)]


def _charged(families: Sequence[str]) -> list[str]:
    """Return the part that charges the failures of machines, where enough is asked for it."""
    return [_CHARGED] if {*machine_rules.NEEDED} <= {*families} else []


def _diagnosed(pattern: str, *, full: bool) -> Iterator[PowerTask]:
    for name in diagnoses.SETS:
        codecs = [one for one in enumerate(_drawn(name)) if pattern in one[1].mutant.id]
        chosen = codecs if full else codecs[:: len(codecs) // _SAMPLE + 1]
        for number, _ in sorted(chosen, key=lambda one: sharing_key(one[1].mutant)):
            yield PowerTask((), diagnosed=name, number=number)


def drawn(work: Sequence[PowerTask], seed: int) -> list[PowerTask]:
    """Draw a part of the work: whole batches, whose faults share their questions."""
    batches = list(_batches(work))
    dice = random.Random(seed)  # noqa: S311  (no secret)
    chosen = dice.sample(range(len(batches)), -(-len(batches) // DRAWN))
    return [task for number in sorted(chosen) for task in batches[number]]


def families_of(level: str) -> tuple[str, ...]:
    """List the families that a level asks."""
    return tuple(catalogue.ASKS) if level == "complete" else ()


def results(work: Sequence[PowerTask], jobs: int) -> Iterator[PowerResult]:
    """Do the work in so many processes, and yield each result when it is there."""
    if jobs == 1:
        yield from map(done, work)
        return
    with closing(worker_pool.run_tasks(_doing, list(_batches(work)), jobs)) as outputs:
        for output in outputs:
            yield from output.items


def _doing() -> Callable[[Sequence[PowerTask]], list[PowerResult]]:
    """Prepare a worker; its questions have no cycles, and to look for some is slow."""
    gc.disable()
    return _all_done


def _batches(work: Sequence[PowerTask]) -> Iterator[list[PowerTask]]:
    """Put tasks together whose faults share their questions, so that one process makes these."""
    for _, alike in groupby(work, key=_questions_of):
        own = list(alike)
        yield from (own[start : start + _BATCH] for start in range(0, len(own), _BATCH))


def _questions_of(task: PowerTask) -> object:
    if task.diagnosed:
        return task.diagnosed, sharing_key(_drawn(task.diagnosed)[task.number].mutant)
    return sharing_key(_mutants()[task.mutant]) if task.mutant else (task.scheme, task.specimen)


def _all_done(batch: Sequence[PowerTask]) -> list[PowerResult]:
    return list(map(done, batch))


def done(task: PowerTask) -> PowerResult:
    """Do one piece of work."""
    if task.scheme:
        suite = loader.load()
        if task.part == _CHARGED:
            return machine_rules.measured(suite, task.scheme)
        if task.part != _TOGETHER:
            return next(machines.scored(suite, task.scheme, [task.part]))
        all_parts = [part for part in machines.PARTS if part == VECTORS or part in task.families]
        score = machines.together(suite, task.scheme, all_parts)
        return MachineScore(task.scheme, _TOGETHER, score)
    if task.specimen:
        return scores.scored(loader.load(), task.specimen, task.families, full=task.full)
    if task.diagnosed:
        codec = _drawn(task.diagnosed)[task.number]
        return diagnoses.diagnosed(loader.load(), _questions(), task.diagnosed, codec)
    mutant = _mutants()[task.mutant]
    return _searcher(task.families).search(mutant)


_drawn = cache(diagnoses.drawn)


@cache
def _questions() -> SharedQuestions:
    return SharedQuestions(loader.load())


@cache
def _mutants() -> dict[str, mutants.Mutant]:
    return {mutant.id: mutant for mutant in mutants.catalogue()}


@cache
def _searcher(families: tuple[str, ...]) -> FaultSearcher:
    return FaultSearcher(loader.load(), families)


def power(level: str, found: Iterable[PowerResult]) -> PowerReport:
    """Add results up, in the order of the catalogue."""
    all_found = list(found)
    order = {mutant.id: index for index, mutant in enumerate(mutants.catalogue())}
    scores = [item for item in all_found if isinstance(item, MachineScore)]
    named = [item for item in all_found if isinstance(item, FaultResult)]
    said = [item for item in all_found if isinstance(item, DiagnosisResult)]
    charged = [item for item in all_found if isinstance(item, MachineAttribution)]
    vector = [score for item in all_found if isinstance(item, tuple) for score in item]
    return PowerReport(
        level,
        tuple(sorted(scores, key=lambda item: (item.scheme, item.part))),
        tuple(sorted(named, key=lambda item: order[item.mutant])),
        tuple(sorted(said, key=lambda item: (diagnoses.SETS.index(item.part), item.codec))),
        tuple(sorted(charged, key=lambda item: item.scheme)),
        tuple(sorted(vector, key=lambda item: item.kind)),
    )
