"""The common parts of all SARIF 2.1.0 logs of this program: the frame, and locations."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from utfproof import __version__
from utfproof.model.codec_id import CodecId
from utfproof.report.source_places import Home, SourcePlace

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_BASES = {Home.REPOSITORY: "%SRCROOT%", Home.UTFPROOF: "UTFPROOF"}
_ABOUT = {
    "%SRCROOT%": {"description": {"text": "The top of the repository that was checked."}},
    "UTFPROOF": {"description": {"text": "Where utfproof has its vectors and adapters."}},
}

_MOST_TAGS = 20

Node = dict[str, object]


def log(rules: Sequence[Node], results: Sequence[Node], invocation: Node | None) -> str:
    """Render a log of one run."""
    run: Node = {
        "tool": {"driver": {"name": "utfproof", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": _ABOUT,
        "results": results,
    }
    if invocation:
        run["invocations"] = [invocation]
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def location(codec: str, place: SourcePlace | None) -> Node:
    """Locate a codec: by its name, and by its line where that is known."""
    logical: Node = {
        "name": CodecId.parse(codec).codec,
        "fullyQualifiedName": codec,
        "kind": "module",
    }
    found: Node = {"logicalLocations": [logical]}
    return found | {"physicalLocation": physical(place)} if place else found


def physical(place: SourcePlace) -> Node:
    """Locate a line; a file that is not at home in a folder with a name is named in full."""
    path, base = quote(place.path, errors="replace"), _BASES.get(place.home)
    artifact = {"uri": path, "uriBaseId": base} if base else {"uri": f"file://{path}"}
    return {"artifactLocation": artifact, "region": {"startLine": place.line}}


def tags(cwe: Iterable[str]) -> list[str]:
    """Tag a rule; code scanning takes 20 tags, and weaknesses as `external/cwe/cwe-176`."""
    known = sorted(dict.fromkeys(cwe))
    if not known:
        return ["unicode"]
    # The weaknesses stand last, for readers that know the plain name; they are cut off first.
    found = ["security", *(f"external/cwe/{name.lower()}" for name in known), "unicode", *known]
    return found[:_MOST_TAGS]


def invocation(command: str, started: str, *, successful: bool) -> Node:
    """Return the invocation of a log; a start that is no time is left out."""
    node: Node = {"executionSuccessful": successful}
    if command:
        node["commandLine"] = command
    try:
        moment = datetime.fromisoformat(started).astimezone(UTC)
    # The start comes from a journal, which anybody can write.
    except ValueError:
        return node
    return node | {"startTimeUtc": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}
