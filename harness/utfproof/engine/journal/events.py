"""The events of a run: the only thing that journals store and reports read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from utfproof.model.verdict import CodecVerdict, Verdict, WorkerFinding

FRESH = "fresh/"
"""How the ids of fresh questions begin."""
RELATION = "properties/"
"""How the ids of relations between answers begin."""
NONCE = "nonce"
"""Its name among what a run asks: a new number, by which fresh questions are drawn.

A run that goes on has another one, in its new header.
"""


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The header: the program, the questions and the machine of a run.

    `asks` holds the options that decide about questions, beside the level, whether one list of
    known failures was given for all adapters, and the shard where the run is a part of another.
    `root` is the top of the repository in which it was run, `places` the line of each codec in its
    adapter.yaml: `/path/adapter.yaml:12`. `harness` and `files` are the digests of the program and
    of all files under vectors/, `expectations` those of the lists of known failures, by adapter.
    """

    utfproof: str
    vectors: Mapping[str, object]
    level: str
    started: str
    environment: Mapping[str, str]
    command: str
    asks: Mapping[str, object] = field(default_factory=dict)
    root: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    harness: str = ""
    files: str = ""
    expectations: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CodecStarted:
    """A codec was found, with its version, claims and scope.

    `target` is the folder of its adapter where utfproof does not know the adapter by name,
    `library` the library it belongs to. `build` is the key of the adapter's build, made of all its
    inputs; `sources` and `product` are the digests of the adapter's sources and of its build, ""
    where there is none. `contract` is what adapter.yaml states of its domain and deviations;
    `not_asked` has the reason for each function of the library that no codec asks. `memory` says
    what watched over the adapter's memory beside pages: `sanitizer`, `valgrind`, or nothing. `cpu`
    is the emulated processor that it was built for; "" for the machine's own.
    """

    codec: str
    version: str
    profile: tuple[str, ...]
    options: Mapping[str, object]
    scope: tuple[str, ...]
    not_assessed: tuple[str, ...]
    cases: int
    target: str = ""
    library: str = ""
    build: str = ""
    sources: str = ""
    product: str = ""
    contract: Mapping[str, object] = field(default_factory=dict)
    not_asked: Mapping[str, str] = field(default_factory=dict)
    memory: str = ""
    cpu: str = ""


@dataclass(frozen=True, slots=True)
class CaseFinished:
    """A case was judged for one offer of a codec.

    `way`, `input`, `expected` and `actual` are those of the gravest of the `asked` questions, in
    the protocol's words; where all passed, those of the first. `clauses` are those that the case
    stands on; `breaks` has the requirements that the answer may have broken, the likeliest first.
    `outside` counts the questions that were not asked because the codec's contract excludes them.
    """

    codec: str
    case: str
    op: str
    verdict: Verdict
    asked: int
    way: str
    input: str
    expected: str
    actual: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...]
    breaks: tuple[str, ...] = ()
    outside: int = 0


@dataclass(frozen=True, slots=True)
class FamilyStarted:
    """A family of generated inputs is asked of one offer, in so many groups."""

    codec: str
    family: str
    op: str
    groups: int


@dataclass(frozen=True, slots=True)
class ShardFinished:
    """A shard of a sweep was asked: evidence, and a part that a resumed run need not ask again.

    `asked` counts the strings, `sampled` those that were asked once more by decode or validate.
    `digest` is the SHA-256 of the answer. Where it is wrong, `input` is the first string with a
    wrong label, with its labels. `worker` asked it, in a cluster.
    """

    codec: str
    family: str
    op: str
    shard: str
    asked: int
    well_formed: int
    digest: str
    sampled: int
    verdict: Verdict
    input: str = ""
    expected: str = ""
    actual: str = ""
    worker: str = ""


@dataclass(frozen=True, slots=True)
class FamilyFinished:
    """A family was asked of one offer: how many inputs, and the SHA-256 of all answers.

    `note` is a remark in words, such as totals that were confirmed.
    """

    codec: str
    family: str
    op: str
    asked: int
    groups: int
    seconds: float
    digest: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """A codec's failures look like those of a known fault.

    `explains` counts its failing cases that the fault has too, of `failures`; `input` is the
    smallest one and `reproduce` the case id that asks it alone.
    """

    codec: str
    fault: str
    about: str
    encoding: str
    flag: str
    cwe: tuple[str, ...]
    cve: tuple[str, ...]
    exact: bool
    explains: int
    failures: int
    case: str
    op: str
    input: str


@dataclass(frozen=True, slots=True)
class SmallestInput:
    """The smallest input found that breaks a requirement, smaller than that of any case.

    `case` and `op` name the failing case that it was cut down from; `input`, `expected` and
    `actual` are its own.
    """

    codec: str
    requirement: str
    case: str
    op: str
    input: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class TraitsFound:
    """The behaviour of a codec where it has a choice: by encoding, each option in words."""

    codec: str
    found: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class FailuresKnown:
    """Failures of a codec that are listed and were found as listed; `cases` by offer.

    `kind` says what they are: `defect`, `by-design`, `fixed-upstream`, `open`, or nothing.
    """

    codec: str
    reason: str
    reference: tuple[str, ...]
    cases: Mapping[str, list[str]]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ExpectationUnmet:
    """An expectation about a codec is not met: the list of known failures has to be edited."""

    codec: str
    kind: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class CodecFinished:
    """All that was to be asked of a codec was asked, or why not.

    It took `seconds`; of processor time the harness used `harness` seconds, and the processes of
    the adapter `adapter` seconds. `worker` asked it, in a cluster, or found why not; of sweeps it
    only added up.
    """

    codec: str
    verdict: CodecVerdict
    counts: Mapping[str, int]
    restarts: int
    seconds: float
    why: str = ""
    output: str = ""
    needs: tuple[str, ...] = ()
    harness: float = 0.0
    worker: str = ""
    adapter: float = 0.0


@dataclass(frozen=True, slots=True)
class WorkerChecked:
    """Some of the tasks of a cluster's worker were asked again elsewhere, and the answers compared.

    Of its `tasks` so many were asked `again`. Where it is contradicted, others have done all of
    them anew: what follows counts. `about` names the task on which no two answers agree, or on
    which it is contradicted.
    """

    worker: str
    tasks: int
    again: int
    finding: WorkerFinding
    about: str = ""


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The footer: a journal without it was interrupted.

    `result` is the digest of the answers (`utfproof.engine.journal.result`).
    """

    seconds: float
    codecs: Mapping[str, str] = field(default_factory=dict)
    exit_code: int = 0
    result: str = ""


Event = (
    RunStarted
    | CodecStarted
    | CaseFinished
    | FamilyStarted
    | ShardFinished
    | FamilyFinished
    | Diagnosed
    | SmallestInput
    | TraitsFound
    | FailuresKnown
    | ExpectationUnmet
    | CodecFinished
    | WorkerChecked
    | RunFinished
)
