"""A small suite that is right, written into a folder, for tests that then make it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.errors import UtfproofError
from utfproof.vectors import loader
from utfproof.vectors.suite import InconsistentSuite, Suite

FILES = {
    "VERSION": "1.2.3\n",
    "documents.yaml": """\
documents:
  DOC:
    title: A document
    edition: first
    address: https://example.org/doc
""",
    "requirements.yaml": """\
requirements:
  - id: DOC-1-01
    document: DOC
    section: "1"
    line: 12
    level: MUST
    direction: [decode]
    states: A character has exactly one form.
  - id: DOC-1-02
    document: DOC
    section: "1"
    level: FACT
    direction: [property]
    states: Text that is cut anew means the same.
  - id: DOC-2-01
    document: DOC
    section: "2"
    level: FACT
    direction: []
    states: The author is thanked for his patience.
    untestable: A codec cannot show that somebody was thanked.
""",
    "notes.yaml": """\
notes:
  Overlong:
    about: A sequence that is longer than it needs to be.
    cwe: [CWE-176]
""",
    "properties.yaml": """\
properties:
  - name: concatenation
    clauses: [DOC-1-02]
    why: Texts that are joined mean the same as before.
""",
    "retired.yaml": "retired: []\n",
    "families.yaml": """\
clauses:
  UTF-8: [DOC-1-01]
families:
  - name: octets
    about: Every string of up to two octets.
    flags: [Overlong]
    sizes: {UTF-8: "65793"}
    why: The first two octets decide about most faults.
""",
    "utf-8/overlong.yaml": """\
encoding: UTF-8
about: Sequences longer than they need to be.
clauses: [DOC-1-01]
flags: [Overlong]
cases:
  - name: slash-in-two-bytes
    bytes: "C0 AF"
    reads: "[C0] [AF]"
    why: A slash has one form, and this is another.
""",
}
TOPIC = "utf-8/topic"
WHY = "A character has exactly one form."


def write(root: Path) -> None:
    """Write the suite into a folder."""
    for name, text in FILES.items():
        put(root, name, text)


def put(root: Path, name: str, text: str) -> None:
    """Write one file of a suite."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def change(root: Path, name: str, old: str, new: str) -> None:
    """Replace what stands once in a file."""
    text = (root / name).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    put(root, name, text.replace(old, new))


def add_cases(root: Path, *cases: str, encoding: str = "UTF-8", head: str = "") -> None:
    """Add a file of cases, `vectors/utf-8/topic.yaml`; the first case stands in line 5.

    Each case is the inside of a flow mapping; a reason is added where it has none. `head` are
    further lines for the top of the file, in place of the clauses.
    """
    lines = [f'encoding: "{encoding}"', "about: What one test is about.", head or CLAUSES, "cases:"]
    for case in cases:
        why = "" if "why:" in case else f", why: {WHY}"
        lines.append(f"  - {{{case}{why}}}")
    put(root, f"{TOPIC}.yaml", "\n".join([*lines, ""]))


CLAUSES = "clauses: [DOC-1-01]"


def problems(root: Path) -> list[UtfproofError]:
    """Load a suite that is wrong and list why."""
    with pytest.raises(InconsistentSuite) as caught:
        loader.load(root)
    return list(caught.value.errors)


def problem(root: Path) -> str:
    """Load a suite in which one thing is wrong and say what."""
    (found,) = problems(root)
    return str(found)


def load(root: Path) -> Suite:
    """Load a suite that is right."""
    return loader.load(root)
