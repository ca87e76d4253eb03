"""What happens in a run, as events: the only thing that journals store and reports read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from utfproof.model.verdict import CodecVerdict, Verdict


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The header: what was run, with what, where."""

    utfproof: str
    vectors: Mapping[str, object]
    level: str
    started: str
    environment: Mapping[str, str]
    command: str


@dataclass(frozen=True, slots=True)
class CodecStarted:
    """A codec was found, with its version, claims and scope.

    `target` is the folder of its adapter where utfproof does not know the adapter by name.
    """

    codec: str
    version: str
    profile: tuple[str, ...]
    options: Mapping[str, object]
    scope: tuple[str, ...]
    not_assessed: tuple[str, ...]
    cases: int
    target: str = ""


@dataclass(frozen=True, slots=True)
class CaseFinished:
    """A case was judged for one offer of a codec.

    `way`, `input`, `expected` and `actual` are those of the gravest of the `asked` questions, in
    the protocol's words; where all passed, those of the first.
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


@dataclass(frozen=True, slots=True)
class CodecFinished:
    """All that was to be asked of a codec was asked, or why not."""

    codec: str
    verdict: CodecVerdict
    counts: Mapping[str, int]
    restarts: int
    seconds: float
    why: str = ""
    output: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The footer: a journal without it was interrupted."""

    seconds: float
    codecs: Mapping[str, str] = field(default_factory=dict)
    exit_code: int = 0


Event = RunStarted | CodecStarted | CaseFinished | CodecFinished | RunFinished
