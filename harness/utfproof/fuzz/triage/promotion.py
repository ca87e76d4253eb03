"""Promotion: a finding becomes a vector, the first step of every later run.

What must be true of its input the reference says; the clauses and flags are those of a written
case of the same kind. Promoted cases stand in `vectors/found/`, one file for each encoding.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from utfproof import storage
from utfproof.errors import FindingsError, UsageError
from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding
from utfproof.model.case import Case, DecodeCase, EncodeCase
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.profile import Settings
from utfproof.model.reading import Reading, Value
from utfproof.reference import latitude, schemes
from utfproof.vectors import notation
from utfproof.vectors.suite import Suite

FOLDER = "found"
_LONGEST_NAME = 60
_CASE_NAME = re.compile("^  - name: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PromotedCase:
    """A vector made of a finding: its id, and the text of its entry and of the file's head."""

    id: str
    head: str
    entry: str
    path: Path

    def write(self) -> bool:
        """Append it to its file, which is made if need be; return whether it was not there yet.

        Raises:
            FindingsError: the vectors cannot be written here.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            before = self.path.read_text("utf-8") if self.path.exists() else self.head
            # The second line of an entry is its input: a file of one's own is not in the suite.
            if f"\n{self.entry.splitlines()[1]}\n" in before:
                return False
            storage.replace(self.path, before + self.entry)
        except OSError as error:
            hint = "name a folder that can be written: --to DIR"
            raise FindingsError(
                f"cannot write: {error.strerror}", place=str(self.path), hint=hint
            ) from None
        return True


def find_existing_case(finding: Finding, settings: Settings, suite: Suite) -> Case | None:
    """Return the case that has the finding's input already, None where it is new."""
    own = _PromotedInput.of(finding, settings, suite)
    for case in suite.cases:
        same = case.about.encoding is own.encoding and case.about.profile == own.profile
        if same and isinstance(case, DecodeCase) and not own.encodes and case.octets == own.octets:
            return case
        if same and isinstance(case, EncodeCase) and own.encodes and case.values == own.values:
            return case
    return None


def promote(finding: Finding, settings: Settings, suite: Suite, root: Path) -> PromotedCase:
    """Make a vector of a finding.

    Raises:
        UsageError: a finding that no vector can say: of a detector, or in an encoding without
            written cases.
        FindingsError: what is stored of it is no offer or no input.
    """
    offer = reproducer.parsed_offer(finding)
    if offer.encoding is Encoding.NONE:
        hint = "write a case into vectors/detect by hand"
        raise UsageError("what a detector sees is not promoted", hint=hint)
    own = _PromotedInput.of(finding, settings, suite)
    like = own.like(suite)
    stem = own.encoding.value.lower() + (f"-{own.profile}" if own.profile else "")
    path = root / FOLDER / f"{stem}.yaml"
    folder = f"{FOLDER}/{stem}"
    taken = {case.about.id for case in suite.cases}
    taken |= {f"{folder}/{name}" for name in _names_in(path)}
    name = _name(finding, folder, taken)
    head = "".join(f"{line}\n" for line in _head(own, like))
    entry = "".join(f"{line}\n" for line in _entry(finding, own, like, name))
    return PromotedCase(f"{folder}/{name}", head, entry, path)


@dataclass(frozen=True, slots=True)
class _PromotedInput:
    """The input of a finding, as a case has it."""

    encoding: Encoding
    profile: str | None
    scheme: Scheme
    encodes: bool
    octets: bytes
    values: tuple[int, ...]

    @classmethod
    def of(cls, finding: Finding, settings: Settings, suite: Suite) -> _PromotedInput:
        offer = reproducer.parsed_offer(finding)
        encodes = offer.op.encodes
        return cls(
            encoding=offer.encoding,
            profile=_profile(settings, suite),
            scheme=settings.scheme,
            encodes=encodes,
            octets=b"" if encodes else reproducer.input_file(finding),
            values=reproducer.code_points(finding) if encodes else (),
        )

    @property
    def reading(self) -> Reading:
        return schemes.read(self.scheme, self.octets)

    def kind(self, case: Case) -> str | None:
        """Name the special feature of a case of the same encoding; None for other cases."""
        about = case.about
        if about.encoding is not self.encoding or about.profile != self.profile:
            return None
        if self.encodes:
            return _of_values(case.values) if isinstance(case, EncodeCase) else None
        return _of_reading(self.scheme, case.reads) if isinstance(case, DecodeCase) else None

    def like(self, suite: Suite) -> Case:
        """Return a written case of the same kind, whose clauses speak of this input too."""
        own = _of_values(self.values) if self.encodes else _of_reading(self.scheme, self.reading)
        fitting = [case for case in suite.cases if self.kind(case) is not None]
        if not fitting:
            raise UsageError(f"no case speaks of {self.encoding}", hint="write one by hand")
        return next((case for case in fitting if self.kind(case) == own), fitting[0])


def _profile(settings: Settings, suite: Suite) -> str | None:
    """Return the profile that the cases of such a codec name; None for the standard rules."""
    profiles = {case.about.profile for case in suite.cases if _is_of(case, settings)}
    return settings.profile if settings.profile in profiles else None


def _is_of(case: Case, settings: Settings) -> bool:
    return case.about.encoding is settings.encoding


def _of_reading(scheme: Scheme, reading: Reading) -> str:
    error = reading.first_error()
    if error:
        return octet_classes.ill_formed(scheme, reading.octets, error[0])
    return _of_values(tuple(part.value for part in reading.parts if isinstance(part, Value)))


def _of_values(values: tuple[int, ...]) -> str:
    kinds = [octet_classes.of_values(values, index) for index in range(len(values))]
    return next((kind for kind in kinds if kind != "ASCII"), "ASCII")


def _names_in(path: Path) -> list[str]:
    """Return the names of the cases in a file that was promoted into before."""
    text = path.read_text("utf-8") if path.exists() else ""
    return _CASE_NAME.findall(text)


def _name(finding: Finding, path: str, taken: set[str]) -> str:
    phrase = finding.signature.partition(": ")[2].lower()
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in phrase).split()
    name = "-".join(words)[:_LONGEST_NAME].strip("-") or "finding"
    numbered = (name if not number else f"{name}-{number + 1}" for number in range(len(taken) + 1))
    return next(one for one in numbered if f"{path}/{one}" not in taken)


def _head(own: _PromotedInput, like: Case) -> Iterator[str]:
    yield f"encoding: {own.encoding}"
    if own.profile:
        yield f"profile: {own.profile}"
    yield "about: What campaigns found that no other case shows, as short as it could be made."
    yield f"clauses: [{', '.join(like.about.clauses)}]"
    yield f"flags: [{', '.join(like.about.flags)}]"
    yield "cases:"


def _entry(finding: Finding, own: _PromotedInput, like: Case, name: str) -> Iterator[str]:
    yield f"  - name: {name}"
    if own.encodes:
        shown = " ".join(f"U+{value:04X}" for value in own.values)
        yield f"    scalars: {json.dumps(shown)}"
        yield f"    writes: {json.dumps(_written(own))}"
    else:
        yield f"    bytes: {json.dumps(notation.show(own.octets))}"
        yield f"    reads: {json.dumps(notation.show_reading(own.reading, own.scheme))}"
    yield f"    clauses: [{', '.join(like.about.clauses)}]"
    if like.about.flags:
        yield f"    flags: [{', '.join(like.about.flags)}]"
    others = () if own.encodes else latitude.others(own.scheme, own.octets)
    if others:
        yield "    or:"
    for other in others:
        yield f"      - reads: {json.dumps(notation.show_reading(other.reads, own.scheme))}"
        yield f"        clauses: [{', '.join(other.clauses)}]"
    yield f"    why: {json.dumps(_why(finding))}"


def _written(own: _PromotedInput) -> str:
    found: list[str] = []
    for piece in schemes.encode(own.scheme, own.values):
        if isinstance(piece, schemes.Unencodable):
            found.append(f"[U+{piece.value:04X}]")
        else:
            found.append(notation.show(piece.octets))
    return " ".join(found)


def _why(finding: Finding) -> str:
    """Return the codec's fault in a sentence."""
    what = finding.signature.partition(": ")[2]
    place = f", {finding.position_dependence}" if finding.position_dependence else ""
    return f"A campaign found a codec that {what}{place}."
