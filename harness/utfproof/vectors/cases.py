"""A file of cases: from its tree to cases, every error with its line and the case's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from utfproof.errors import UtfproofError, VectorError
from utfproof.model.case import (
    AllowedName,
    AllowedReading,
    AllowedWriting,
    Case,
    CaseFacts,
    DecodeCase,
    DetectCase,
    Detection,
    EncodeCase,
    Keyword,
    LabelCase,
)
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.profile import PROFILES
from utfproof.strict_yaml import Mapping, Sequence, Word
from utfproof.vectors import notation

_QUOTED = ("bytes", "reads", "scalars", "writes", "writes-utf-16", "detects", "label", "names")
_BARE = 'detects and names go with the encoding "-", reads and writes with another'
_T = TypeVar("_T")


def scheme_of(encoding: Encoding, profile: str | None) -> Scheme:
    """Return the rules that a file's cases follow: those of its profile, else of its encoding."""
    # A profile without rules of its own (unicode, whatwg) reads by its encoding's.
    rules = PROFILES[profile].scheme if profile else None
    return rules or Scheme(encoding.value)


@dataclass(frozen=True, slots=True)
class _File:
    """The head of a file, which holds for all its cases."""

    place: str
    path: str
    encoding: Encoding
    profile: str | None
    tree: Mapping


def cases(tree: Mapping, path: str, place: str, errors: list[UtfproofError]) -> Iterator[Case]:
    """Yield the cases of a file that fits the schema; problems go to `errors`.

    `path` is the id that the cases share (`utf-8/ill-formed/overlong`), `place` the file.
    """
    profile = str(tree["profile"]) if "profile" in tree else None
    file = _File(place, path, Encoding(str(tree["encoding"])), profile, tree)
    # Detectors and labels have the encoding `-`, of which every profile may speak.
    if profile and file.encoding not in (*PROFILES[profile].encodings, Encoding.NONE):
        problem = f"the profile {profile} says nothing of {file.encoding}"
        hint = "no codec would be asked: name one that speaks for it"
        errors.append(VectorError(problem, place=f"{place}:{tree.lines['profile']}", hint=hint))
        return
    for item in cast("Sequence", tree["cases"]):
        node = cast("Mapping", item)
        try:
            yield _case(file, node)
        # The other cases of the file are still read: `vectors check` names all errors at once.
        except VectorError as error:
            errors.append(error)


def _case(file: _File, node: Mapping) -> Case:
    _check_quotes(file, node)
    if ("reads" in node or "writes" in node) is (file.encoding is Encoding.NONE):
        raise _error(file, node, "name", _BARE)
    about = _about(file, node)
    if "reads" in node:
        return _decode_case(file, node, about)
    if "writes" in node:
        return _encode_case(file, node, about)
    if "detects" in node:
        return _detect_case(file, node, about)
    return _label_case(file, node, about)


def _check_quotes(file: _File, node: Mapping) -> None:
    for key in _QUOTED:
        word = node.get(key)
        # YAML 1.1 makes a number of 80 and a float of 1E2: only a quoted word is what was written.
        if isinstance(word, Word) and not word.quoted:
            raise _error(file, node, key, f"quote it: YAML may read {word} as something else")


def _error(file: _File, node: Mapping, key: str, problem: str) -> VectorError:
    line = node.lines.get(key, node.line)
    return VectorError(f"{node['name']}: {key}: {problem}", place=f"{file.place}:{line}")


def _about(file: _File, node: Mapping) -> CaseFacts:
    def words(key: str) -> tuple[str, ...]:
        return tuple(str(word) for word in node.get(key, file.tree.get(key, ())))

    if not words("clauses"):
        raise _error(file, node, "clauses", "name the clause that says so, here or at the top")
    return CaseFacts(
        id=f"{file.path}/{node['name']}",
        encoding=file.encoding,
        profile=file.profile,
        clauses=words("clauses"),
        flags=words("flags"),
        keyword=Keyword(str(node.get("keyword", file.tree.get("keyword", "MUST")))),
        why=str(node["why"]),
        place=f"{file.place}:{node.line}",
    )


def _read(file: _File, node: Mapping, key: str, read: Callable[[str], _T]) -> _T:
    try:
        return read(str(node[key]))
    except ValueError as error:
        raise _error(file, node, key, str(error)) from None


def _others(file: _File, node: Mapping) -> Iterator[tuple[Mapping, tuple[str, ...]]]:
    """Yield the entries of `or:` with their clauses; they answer errors with the case's name."""
    for item in cast("Sequence", node.get("or", Sequence())):
        other = cast("Mapping", item)
        # An alternative has no name of its own: its errors are found by that of the case.
        other.setdefault("name", node["name"])
        _check_quotes(file, other)
        yield other, tuple(str(word) for word in cast("Sequence", other["clauses"]))


def _decode_case(file: _File, node: Mapping, about: CaseFacts) -> DecodeCase:
    data = _read(file, node, "bytes", notation.octets)
    scheme = scheme_of(file.encoding, file.profile)

    def read(entry: Mapping) -> AllowedReading:
        reads = _read(file, entry, "reads", lambda text: notation.reading(text, data, scheme))
        # The clauses are those of the case; only alternatives name others.
        return AllowedReading(reads, ())

    others = tuple(
        AllowedReading(read(other).reads, clauses) for other, clauses in _others(file, node)
    )
    return DecodeCase(about, read(node).reads, others)


def _encode_case(file: _File, node: Mapping, about: CaseFacts) -> EncodeCase:
    utf16 = (
        _read(file, node, "writes-utf-16", notation.written) if "writes-utf-16" in node else None
    )
    others = tuple(
        AllowedWriting(_read(file, other, "writes", notation.written), clauses)
        for other, clauses in _others(file, node)
    )
    return EncodeCase(
        about,
        _read(file, node, "scalars", notation.values),
        _read(file, node, "writes", notation.written),
        utf16,
        others,
    )


def _sighting(text: str) -> Detection:
    encoding, _, length = text.partition(" ")
    if not length.isdigit():
        raise ValueError('write an encoding and the length of its signature, such as "UTF-16BE 2"')
    seen = Detection(_encoding(encoding), int(length))
    # A signature belongs to an encoding; without one there is nothing whose octets could be
    # counted.
    if seen.encoding is None and seen.signature:
        raise ValueError('a detector that cannot tell has seen no signature: write "? 0"')
    return seen


def _encoding(text: str) -> Encoding | None:
    known = {item.value: item for item in Encoding if item is not Encoding.NONE}
    if text not in known and text != "?":
        raise ValueError(f"{text} is no encoding: write one of {', '.join(known)}, or ?")
    return known.get(text)


def _detect_case(file: _File, node: Mapping, about: CaseFacts) -> DetectCase:
    others = []
    for other, clauses in _others(file, node):
        seen = _read(file, other, "detects", _sighting)
        others.append(Detection(seen.encoding, seen.signature, clauses))
    data = _read(file, node, "bytes", notation.octets)
    return DetectCase(about, data, _read(file, node, "detects", _sighting), tuple(others))


def _label_case(file: _File, node: Mapping, about: CaseFacts) -> LabelCase:
    label = _read(file, node, "label", lambda text: text.encode("utf-8"))
    others = tuple(
        AllowedName(_read(file, other, "names", _encoding), clauses)
        for other, clauses in _others(file, node)
    )
    return LabelCase(about, label, _read(file, node, "names", _encoding), others)
