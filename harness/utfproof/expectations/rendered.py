"""A file of known failures as text, and its difference from the one that is there."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff

from utfproof.expectations.document import Defect, FailureGroup

_HEAD = """\
# Known failures. Reasons, references, versions and dates are written by people, as are the ids that
# tell one defect from another; counts and answers by `utfproof certify --level complete --update`.
"""
_PLAIN = re.compile(r"[A-Za-z!/][A-Za-z0-9 /._+()-]*[A-Za-z0-9)]|[A-Za-z0-9]")
_WIDTH = 100


def text(codecs: Mapping[str, Sequence[Defect]]) -> str:
    """Render a file."""
    if not codecs:
        return f"{_HEAD}codecs: {{}}\n"
    return "".join([_HEAD, "codecs:\n", *(_codec(name, codecs[name]) for name in sorted(codecs))])


def _codec(name: str, defects: Sequence[Defect]) -> str:
    return f"  {name}:\n" + "".join(map(_defect, defects))


def _defect(defect: Defect) -> str:
    lines = [*_folded("reason", defect.reason)]
    if defect.kind:
        lines.append(f"kind: {defect.kind}")
    if len(defect.reference) == 1:
        lines.append(f"reference: {_word(defect.reference[0])}")
    elif defect.reference:
        lines += ["reference:", *(f"  - {_word(each)}" for each in defect.reference)]
    if defect.breaks:
        lines += _list("breaks", defect.breaks)
    if defect.diagnosis:
        lines += _folded("diagnosis", defect.diagnosis)
    if defect.seen:
        lines.append(f"seen: {defect.seen}")
    if defect.versions:
        lines.append(f"versions: {_word(defect.versions)}")
    if defect.cpu:
        lines += _list("cpu", defect.cpu)
    if defect.expires:
        lines.append(f"expires: {defect.expires}")
    if defect.varies:
        lines.append("varies: true")
    lines.append("cases:")
    for block in defect.blocks:
        lines += _item(_block(block), "  ")
    return "".join(f"{line}\n" for line in _item(lines, "    "))


def _item(lines: Sequence[str], indent: str) -> Iterator[str]:
    """Indent the lines of one item of a list."""
    for number, line in enumerate(lines):
        yield indent + ("  " if number else "- ") + line


def _folded(key: str, words: str) -> list[str]:
    if len(words) <= _WIDTH - 20:
        return [f"{key}: {_word(words)}"]
    return [f"{key}: >-", *(f"  {line}" for line in textwrap.wrap(words, _WIDTH - 8))]


def _block(block: FailureGroup) -> list[str]:
    lines = [f"verdict: {block.verdict}"]
    if block.level != "vectors":
        lines.append(f"level: {block.level}")
    if block.ops:
        lines += _list("ops", block.ops)
    lines += [*_list("ids", block.ids), f"count: {block.count}"]
    if block.answer:
        lines.append(f"answer: {_word(block.answer)}")
    if block.answers:
        lines.append(f'answers: "{block.answers}"')
    return lines


def _list(key: str, words: Sequence[str]) -> list[str]:
    one_line = f"{key}: [{', '.join(map(_word, words))}]"
    if len(one_line) <= _WIDTH - 8:
        return [one_line]
    return [f"{key}:", *(f"  - {_word(word)}" for word in words)]


def _word(word: str) -> str:
    """Quote a word that YAML would read as something else."""
    # A `!` begins a tag in YAML.
    return word if _PLAIN.fullmatch(word) and word[0] != "!" else json.dumps(word)


def edit(path: str, before: str, after: str) -> str:
    """Return the difference between the file that is there and the right one; "" for none."""
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), path, path
    )
    return "".join(lines)
