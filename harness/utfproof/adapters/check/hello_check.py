"""Hello, read as strictly as it is described: the adapter's account of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from utfproof import strict_json
from utfproof.adapters.check.check_results import CheckResult, shown
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.hello import NAME
from utfproof.model.operation import Offer, Op

_TITLE = "hello says what PROTOCOL.md asks for"
_EXAMPLE = (
    '{"protocol":1,"adapter":"NAME","codecs":'
    '[{"name":"NAME","version":"1.0","offers":["decode UTF-8 strict"]}]}'
)


def problems(line: str, item: Manifest) -> Iterator[CheckResult]:
    """Yield the problems of the answer to hello; none when it fits the manifest."""
    try:
        hello = strict_json.parse(line)
    except ValueError as error:
        hint = "answer `hello 1` with one JSON object in one line; print banners on stderr"
        yield _finding(f"it is no JSON: {error}", line, hint)
        return
    for problem, hint in _wrong(hello, item):
        yield _finding(problem, line, hint)


def _finding(problem: str, line: str, hint: str) -> CheckResult:
    came = shown(line)
    return CheckResult(_TITLE, problem, "hello 1\n", came, _EXAMPLE, hint=hint, last=True)


def _wrong(hello: object, item: Manifest) -> Iterator[tuple[str, str]]:
    if not isinstance(hello, dict) or set(hello) != {"protocol", "adapter", "codecs"}:
        yield "it is no object of protocol, adapter and codecs", "write these three keys"
        return
    if hello["protocol"] != 1:
        yield f"it speaks protocol {hello['protocol']}", "this program speaks protocol 1"
    if hello["adapter"] != item.name:
        hint = "write the same name in both"
        yield f"it calls itself {hello['adapter']}, adapter.yaml calls it {item.name}", hint
    if not isinstance(hello["codecs"], list) or not hello["codecs"]:
        yield "codecs is no list, or an empty one", "name at least one codec"
        return
    names = []
    for codec in hello["codecs"]:
        yield from _wrong_codec(codec)
        names.append(str(codec.get("name", "")) if isinstance(codec, dict) else "")
    yield from _wrong_names(names, item)


def _wrong_codec(codec: object) -> Iterator[tuple[str, str]]:
    if not isinstance(codec, dict) or set(codec) != {"name", "version", "offers"}:
        yield f"{codec} is no object of name, version and offers", "write these three keys"
        return
    name, offers = codec["name"], codec["offers"]
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield f"a codec is called {name!r}", "names are letters, digits and . _ + -"
    if not isinstance(codec["version"], str) or not codec["version"]:
        yield f"{name} has no version", "give the version of the library, as text"
    if not isinstance(offers, list):
        yield f"the offers of {name} are no list", 'write ["decode UTF-8 strict", …]'
        return
    for offer in offers:
        yield from _wrong_offer(name, offer)
    if len(set(map(str, offers))) < len(offers):
        yield f"{name} offers something twice", "name each offer once"


def _wrong_offer(name: object, offer: object) -> Iterator[tuple[str, str]]:
    try:
        Offer.parse(cast("str", offer))
    except (ValueError, AttributeError) as error:
        known = ", ".join(Op)
        hint = f"an offer is an op, an encoding and a mode: decode UTF-8 strict; ops are {known}"
        yield f"{name} offers {offer!r}: {error}", hint


def _wrong_names(names: list[str], item: Manifest) -> Iterator[tuple[str, str]]:
    if len(set(names)) < len(names):
        yield "a codec is named twice", "gather its offers under one name"
    if unknown := sorted(set(names) - set(item.codecs)):
        hint = "declare them under `codecs:`, or take them out of hello"
        yield f"it names codecs that adapter.yaml does not: {', '.join(unknown)}", hint
