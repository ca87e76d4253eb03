"""Hello: an adapter's account of its codecs, read from the line that it answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from utfproof import strict_json
from utfproof.adapters.session.process import printable
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer, Op

_NAME = re.compile(r"[A-Za-z0-9._+-]+")
_LONGEST_VERSION = 200
_SHOWN = 200
_OBJECT = frozenset({"protocol", "adapter", "codecs"})
_CODEC = frozenset({"name", "version", "offers"})
_NO_JSON = "answer `hello 1` with one JSON object in one line; print banners on stderr"


@dataclass(frozen=True, slots=True)
class CodecOffers:
    """The account of one codec in hello."""

    name: str
    version: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class HelloProblem:
    """A breach of PROTOCOL.md, with the next step.

    With one that is not `fatal` the codecs can be asked all the same: a run does, `adapter check`
    names it.
    """

    problem: str
    hint: str
    fatal: bool = True


@dataclass(frozen=True, slots=True)
class Hello:
    """The content of a hello: the codecs that could be read, and all that is wrong with it.

    `adapter` is None where hello does not name it.
    """

    adapter: object
    codecs: tuple[CodecOffers, ...]
    problems: tuple[HelloProblem, ...]


def read(line: bytes, place: str) -> tuple[CodecOffers, ...]:
    """Return the codecs of the answer to `hello 1`; `place` is that of the manifest, for errors.

    Raises:
        ManifestError: it is not the hello of protocol version 1.
    """
    found = parse(line)
    for item in found.problems:
        if item.fatal:
            problem = f"hello: {item.problem}; the adapter said {line[:_SHOWN]!r}"
            hint = f"{item.hint}: see adapters/PROTOCOL.md"
            raise ManifestError(problem, place=place, hint=hint)
    return found.codecs


def parse(line: bytes) -> Hello:
    """Read the answer to `hello 1` with all its problems; none is an error here."""
    try:
        said = strict_json.parse(line)
    except ValueError as error:
        return Hello(None, (), (HelloProblem(f"it is no JSON: {error}", _NO_JSON),))
    missing = _keys(said, _OBJECT, "it is no object of protocol, adapter and codecs", "adapter")
    if not isinstance(said, dict) or any(item.fatal for item in missing):
        return Hello(None, (), tuple(missing))
    entries = said["codecs"] if isinstance(said["codecs"], list) else []
    found = [_codec(entry) for entry in entries]
    codecs = tuple(codec for codec, _ in found if codec)
    problems = (
        *missing,
        *_of_object(said),
        *(problem for _, own in found for problem in own),
        *_of_names([codec.name for codec in codecs]),
    )
    return Hello(said.get("adapter"), codecs, problems)


def undeclared(codecs: Iterable[CodecOffers], declared: Collection[str]) -> HelloProblem | None:
    """Return the problem of codecs that the manifest does not declare, or None."""
    if unknown := sorted({codec.name for codec in codecs} - set(declared)):
        problem = f"it names codecs that adapter.yaml does not: {', '.join(unknown)}"
        return HelloProblem(problem, "declare them under `codecs:`, or take them out of hello")
    return None


def _keys(
    node: object, keys: frozenset[str], problem: str, dispensable: str = ""
) -> list[HelloProblem]:
    """Return the problem of an object that has other keys than those of its grammar."""
    if isinstance(node, dict) and set(node) == keys:
        return []
    fatal = not isinstance(node, dict) or not keys - {dispensable} <= set(node)
    return [HelloProblem(problem, "write these three keys", fatal)]


def _of_object(said: dict[str, object]) -> Iterator[HelloProblem]:
    if said["protocol"] != 1:
        problem = f"it speaks protocol {_cut(said['protocol'])}, not 1"
        yield HelloProblem(problem, "this program speaks protocol 1")
    if not said["codecs"] or not isinstance(said["codecs"], list):
        # A run without a codec names each of the manifest as unavailable.
        fatal = not isinstance(said["codecs"], list)
        yield HelloProblem("codecs is no list, or an empty one", "name at least one codec", fatal)


def _of_names(names: Sequence[str]) -> Iterator[HelloProblem]:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        problem = f"a codec is named twice: {', '.join(twice)}"[:_SHOWN]
        yield HelloProblem(problem, "gather its offers under one name")


def _codec(entry: object) -> tuple[CodecOffers | None, list[HelloProblem]]:
    """Read one codec: None where a fatal problem is among those that are returned with it."""
    problems = _keys(entry, _CODEC, f"{_cut(entry)} is no object of name, version and offers")
    if not isinstance(entry, dict) or any(item.fatal for item in problems):
        return None, problems
    name, version, offers = str(entry["name"]), entry["version"], entry["offers"]
    named = _NAME.fullmatch(name) is not None
    if not named or not isinstance(entry["name"], str):
        hint = "names are letters, digits and . _ + -"
        problems.append(HelloProblem(f"a codec is called {_cut(entry['name'])}", hint, not named))
    if not isinstance(version, str) or not version:
        hint = "give the version of the library, as text"
        problems.append(HelloProblem(f"{name[:_SHOWN]} has no version", hint, fatal=False))
    if not isinstance(offers, list):
        hint = 'write ["decode UTF-8 strict", …]'
        problems.append(HelloProblem(f"the offers of {name[:_SHOWN]} are no list", hint))
        return None, problems
    parsed, wrong = _offers(name[:_SHOWN], offers)
    problems += wrong
    if any(item.fatal for item in problems):
        return None, problems
    shown = printable(str(version))[:_LONGEST_VERSION]
    return CodecOffers(name, shown, parsed), problems


def _offers(name: str, offers: list[object]) -> tuple[tuple[Offer, ...], list[HelloProblem]]:
    parsed: list[Offer] = []
    problems: list[HelloProblem] = []
    for text in offers:
        offer = _offer(name, text)
        if isinstance(offer, Offer):
            parsed.append(offer)
        else:
            problems.append(offer)
    if len(set(map(str, offers))) < len(offers):
        problem = f"{name} offers something twice"
        problems.append(HelloProblem(problem, "name each offer once", fatal=False))
    return tuple(dict.fromkeys(parsed)), problems


def _offer(name: str, text: object) -> Offer | HelloProblem:
    ops = ", ".join(Op)
    hint = f"an offer is an op, an encoding and a mode: decode UTF-8 strict; ops are {ops}"
    if not isinstance(text, str):
        return HelloProblem(f"{name} offers {_cut(text)}, which is no text", hint)
    try:
        return Offer.parse(text)
    except ValueError as error:
        # An op that this version does not know is one that it does not ask (PROTOCOL.md).
        fatal = text.partition(" ")[0] in set(Op)
        return HelloProblem(f"{name} offers {_cut(text)}: {str(error)[:_SHOWN]}", hint, fatal)


def _cut(value: object) -> str:
    return repr(value)[:_SHOWN]
