"""Findings: the stored form of a campaign's faults, JSON lines that are only appended to.

A campaign's folder holds `findings.jsonl`. A line is written whole, under a lock, so that several
processes can write and none is lost when one is killed. The last line of a signature counts.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from io import FileIO
from pathlib import Path

from utfproof import storage, strict_json
from utfproof.errors import FindingsError

NAME = "findings.jsonl"
FORM = 1
_BEGINS = b'{"form": '


class FindingState(StrEnum):
    """The relation of a finding to earlier campaigns.

    FIXED: the last campaign found it, and its input does no harm any more. FLAKY: a fresh process
    did not repeat it twice.
    """

    NEW = "new"
    KNOWN = "known"
    FIXED = "fixed"
    FLAKY = "flaky"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one codec, shown by the shortest input that was come upon.

    `kind` is the class of the input at the divergence (`surrogate`), `did` what the codec did
    instead (`accepts`); `operation` is the offer that shows it, `operations` all that were seen to.
    `line`, `expected` and `actual` are in the protocol's words; `input` is the octets of the input
    in hexadecimal, of an encoder its code points, and `octets` what it was made of in the corpus.
    `position_dependence` is "" or says at which
    places it shows (`mod 16`). `answers` has what every codec says to the same line, `first` the
    input in which it was first seen, `seconds` when, since the campaign began.
    """

    signature: str
    codec: str
    operation: str
    kind: str
    did: str
    input: str
    line: str
    expected: str
    actual: str
    state: FindingState = FindingState.NEW
    position_dependence: str = ""
    octets: str = ""
    way: str = "whole"
    operations: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    seconds: float = 0.0
    engine: str = "batch"
    version: str = ""
    target: str = ""
    reason: str = ""
    reference: tuple[str, ...] = ()

    @property
    def encoding(self) -> str:
        """Return the encoding of the operation."""
        return self.operation.split(" ")[1]

    @property
    def slug(self) -> str:
        """Return the signature as a name of a file: words of ASCII with hyphens between."""
        return "-".join(_WORDS.findall(self.signature.lower())) or "finding"


_WORDS = re.compile("[a-z0-9]+")


def append(folder: Path, finding: Finding) -> None:
    """Append a finding; it is on the disk when this returns.

    Raises:
        FindingsError: the disk is full or gone.
    """
    line = text([finding])
    path = folder / NAME
    try:
        with locked(folder), storage.appending(path) as file:
            file.write(line if _ends_well(file) else b"\n" + line)
            os.fsync(file.fileno())
    except OSError as error:
        hint = "make room there; what was found before is kept"
        raise FindingsError(f"cannot write: {error.strerror}", place=str(path), hint=hint) from None


def text(found: Iterable[Finding]) -> bytes:
    """Write findings as lines, in ASCII."""
    lines = (json.dumps({"form": FORM, **asdict(finding)}) for finding in found)
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _ends_well(file: FileIO) -> bool:
    """Return whether the file ends with a whole line; a killed process may have left a torn one."""
    if not file.seek(0, os.SEEK_END):
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def locked(folder: Path) -> AbstractContextManager[None]:
    """Hold the folder's lock: one process at a time decides about novelty."""
    return storage.locked(folder / ".lock")


def load(folder: Path) -> dict[str, Finding]:
    """Read the findings of a campaign by signature, in the order in which they were made.

    A torn line, which only a killed process leaves, is passed over.

    Raises:
        FindingsError: no campaign, or one of a newer form.
    """
    path = folder / NAME
    try:
        lines = storage.content(path)
    except OSError as error:
        raise FindingsError(
            f"no findings: {error.strerror}",
            place=str(path),
            hint="name the folder of a campaign: --out DIR of `utfproof fuzz`",
        ) from None
    return parse(lines, str(path))


def parse(lines: bytes, place: str) -> dict[str, Finding]:
    """Read the output of `text`; the last line of a signature counts, a torn one is passed over.

    Raises:
        FindingsError: these are no findings, or of a newer form.
    """
    found: dict[str, Finding] = {}
    for number, line in enumerate(lines.split(b"\n"), 1):
        if node := _node(line, f"{place}:{number}"):
            finding = _finding(node, f"{place}:{number}")
            found[finding.signature] = finding
    return found


def _node(line: bytes, place: str) -> object:
    """Read a line; None where it is torn."""
    try:
        return strict_json.parse(line) if line else None
    except ValueError as error:
        # A torn line is the beginning of one of ours; anything else is another file.
        if line.startswith(_BEGINS[: len(line)]):
            return None
        hint = "name the folder of a campaign: --out DIR of `utfproof fuzz`"
        raise FindingsError(f"no finding: {error}", place=place, hint=hint) from None


def _finding(node: object, place: str) -> Finding:
    if not isinstance(node, dict) or node.get("form") != FORM:
        problem = "not a finding that this version knows"
        raise FindingsError(problem, place=place, hint="it was made by a newer utfproof: update")
    known = {item.name for item in fields(Finding)}
    try:
        values = {key: value for key, value in node.items() if key in known}
        return strict_json.record(Finding, values)
    except ValueError as error:
        hint = "take this line out: the others stand for themselves"
        raise FindingsError(f"no finding: {error}", place=place, hint=hint) from None
