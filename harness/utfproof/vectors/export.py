"""The compiled set of cases as JSON, for those who vendor the vectors without the harness."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

from utfproof.model.case import (
    Case,
    DecodeCase,
    DetectCase,
    Detection,
    EncodeCase,
    ExpectedOctets,
    NotEncodable,
)
from utfproof.model.encoding import Encoding
from utfproof.vectors import notation
from utfproof.vectors.cases import scheme_of

if TYPE_CHECKING:
    from utfproof.vectors.suite import FlagNote, Requirement, SourceDocument, Suite

JsonObject = dict[str, object]


def compiled(case: Case) -> JsonObject:
    """Return a case as a JSON object with every default written out."""
    # Defaults are written out so that a reader of the JSON needs no knowledge of the YAML.
    about = case.about
    entry: JsonObject = {
        "id": about.id,
        "encoding": about.encoding.value,
        "profile": about.profile,
        "clauses": list(about.clauses),
        "flags": list(about.flags),
        "keyword": about.keyword.value,
        "why": about.why,
    }
    return entry | _body(case)


def _body(case: Case) -> JsonObject:
    if isinstance(case, DecodeCase):
        return _decode(case)
    if isinstance(case, EncodeCase):
        return _encode(case)
    if isinstance(case, DetectCase):
        others = [
            {"detects": _sighting(other), "clauses": list(other.clauses)} for other in case.others
        ]
        return {"bytes": case.octets.hex(), "detects": _sighting(case.detects), "or": others}
    names = [{"names": _name(other.names), "clauses": list(other.clauses)} for other in case.others]
    return {"label": case.label.decode("utf-8"), "names": _name(case.names), "or": names}


def _sighting(seen: Detection) -> str:
    return f"{_name(seen.encoding)} {seen.signature}"


def _name(encoding: Encoding | None) -> str:
    return encoding.value if encoding else "?"


def _decode(case: DecodeCase) -> JsonObject:
    scheme = scheme_of(case.about.encoding, case.about.profile)
    others = [
        # Only alternatives may read another form of a value, and need its octets in braces.
        {"reads": notation.show_reading(other.reads, scheme), "clauses": list(other.clauses)}
        for other in case.others
    ]
    return {
        "bytes": case.octets.hex(),
        "reads": notation.show_reading(case.reads),
        "or": others,
    }


def _encode(case: EncodeCase) -> JsonObject:
    utf16 = {"writes-utf-16": _written(case.writes_utf16)} if case.writes_utf16 else {}
    return {
        "scalars": [f"U+{value:04X}" for value in case.values],
        "writes": _written(case.writes),
        **utf16,
        "or": [
            {"writes": _written(other.writes), "clauses": list(other.clauses)}
            for other in case.others
        ],
    }


def _written(written: ExpectedOctets) -> str:
    parts = [f"({notation.show(written.signature)})"] if written.signature else []
    for part in written.parts:
        if isinstance(part, NotEncodable):
            parts.append(f"[U+{part.value:04X}]")
        else:
            parts.append(notation.show(part))
    return " ".join(parts)


def lines(cases: Iterable[Case]) -> Iterable[str]:
    """Yield the compiled cases as JSON lines in the order of their ids, the canonical form."""
    # Sorted and without blanks: the digest must not depend on the order of files or of keys.
    for case in sorted(cases, key=lambda case: case.about.id):
        yield json.dumps(compiled(case), sort_keys=True, separators=(",", ":"))


def digest(cases: Iterable[Case]) -> str:
    """Return the SHA-256 of the compiled set: it names the vectors in reports and certificates."""
    total = hashlib.sha256()
    for line in lines(cases):
        total.update(line.encode("utf-8") + b"\n")
    return total.hexdigest()


def document(suite: Suite) -> JsonObject:
    """Return the whole set as one JSON object: the cases, their references, and the digest."""
    return {
        "version": suite.version,
        "digest": suite.digest,
        "cases": [json.loads(line) for line in lines(suite.cases)],
        "requirements": [_fields(item) for item in suite.requirements.values()],
        "notes": [_fields(item) for item in suite.notes.values()],
        "documents": [_fields(item) for item in suite.documents.values()],
    }


def _fields(item: Requirement | FlagNote | SourceDocument) -> JsonObject:
    return {name.name: getattr(item, name.name) for name in fields(item)}
