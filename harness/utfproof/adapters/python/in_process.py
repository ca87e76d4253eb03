"""Codecs inside: those of an adapter in Python, called in this process instead of its own.

They are functions that a manifest names, or a program that hands a table of offers to
`protocol.serve` of the kit (adapters/kit/python): the same code answers, without the conversation.
"""

from __future__ import annotations

import contextlib
import json
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from utfproof.adapters.build import builder
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.python import function_driver
from utfproof.adapters.session.hello import CodecOffers
from utfproof.confinement import limited_run
from utfproof.confinement.command import Command
from utfproof.model.operation import Offer

AnswerFunction = Callable[[bytes], bytes]
"""Takes a data line and gives the answer line; may raise what ends the adapter's process."""
InProcessCodecs = dict[tuple[str, Offer], AnswerFunction]

_SECONDS = 15
_KIT = "protocol"
_WHERE = "import json, sys; print(json.dumps([sys.implementation.cache_tag, sys.path]))"


class _Offers(Protocol):
    """An offer as the kit describes it."""

    codec: str
    encoding: str
    mode: str
    operations: Mapping[str, Callable[[bytes], str]]


def possible(manifest: Manifest) -> bool:
    """Tell whether an adapter's codecs can be called in this process, as far as it shows."""
    if manifest.run is None:
        return True
    words = manifest.run.split()
    return _is_python(words[0]) and (manifest.folder / words[-1]).is_file() and _uses_kit(manifest)


def _is_python(word: str) -> bool:
    return Path(word).name.startswith("python")


def _uses_kit(manifest: Manifest) -> bool:
    return any((folder / f"{_KIT}.py").is_file() for folder in _paths(manifest))


def _paths(manifest: Manifest) -> list[Path]:
    words = manifest.environment.get("PYTHONPATH", "").split(":")
    return [(manifest.folder / word).resolve() for word in words if word]


def load(manifest: Manifest, codecs: Mapping[str, CodecOffers]) -> InProcessCodecs:
    """Load the codecs of an adapter; `codecs` is the hello of its own process.

    A codec with another version or other offers in this process is left out: it would not be
    the one that was asked for. So are all when the program does not run under this Python.
    """
    if manifest.run is None:
        return _functions(manifest)
    found = _program(manifest, builder.command(manifest))
    return {
        (offer.codec, own): _line(answer)
        for version, offer in found
        for op, answer in offer.operations.items()
        if (own := _known(codecs, offer, op, version))
    }


def _known(
    codecs: Mapping[str, CodecOffers], offer: _Offers, op: str, version: str | None
) -> Offer | None:
    codec = codecs.get(offer.codec)
    if codec is None or codec.version != version:
        return None
    own = Offer.parse(f"{op} {offer.encoding} {offer.mode}")
    return own if own in codec.offers else None


def _functions(manifest: Manifest) -> InProcessCodecs:
    codecs = function_driver.load(manifest)
    return {
        (name, offer): _text_line(function_driver.caller(offer, function))
        for name, own in codecs.items()
        for offer, function in own.items()
    }


def _text_line(answer: Callable[[str], str]) -> AnswerFunction:
    return lambda line: answer(line.decode("ascii")).encode("ascii", "backslashreplace")


def _line(answer: Callable[[bytes], str]) -> AnswerFunction:
    return lambda line: answer(line).encode("ascii", "backslashreplace")


def _program(manifest: Manifest, command: Command) -> list[tuple[str | None, _Offers]]:
    """Run an adapter's program up to its first answer; return its offers."""
    found: list[tuple[str | None, _Offers]] = []

    def serve(_: str, version: Any, offers: list[_Offers]) -> None:  # noqa: ANN401  (text or function)
        ask_version = version if callable(version) else lambda _: version
        found.extend((ask_version(offer.codec), offer) for offer in offers)

    folders = _where(command)
    if folders is None:
        return []
    # The program imports the kit and calls `serve`: this one takes the table and serves nothing.
    kit = ModuleType(_KIT)
    kit.serve = serve  # type: ignore[attr-defined]
    own = [str(manifest.folder), *map(str, _paths(manifest))]
    with _in_front([*own, *folders]), _own_modules(own):
        sys.modules[_KIT] = kit
        runpy.run_path(str(manifest.folder / command.arguments[-1]), run_name="__main__")
    return found


@contextlib.contextmanager
def _own_modules(folders: list[str]) -> Iterator[None]:
    """Forget, at the end, modules from some folders: other adapters' have the same names."""
    before = sys.modules.copy()
    try:
        yield
    finally:
        for name in set(sys.modules) - set(before):
            file = getattr(sys.modules[name], "__file__", None) or ""
            if name == _KIT or str(Path(file).parent) in folders:
                del sys.modules[name]


def _where(command: Command) -> list[str] | None:
    """List where the adapter's Python finds modules; None where it is another Python than this."""
    question = replace(command, arguments=[command.arguments[0], "-s", "-c", _WHERE])
    try:
        tag, folders = json.loads(limited_run.run(question, _SECONDS).output)
    except (OSError, ValueError):
        return None
    own = tag == sys.implementation.cache_tag
    return [folder for folder in folders if folder and folder not in sys.path] if own else None


@contextlib.contextmanager
def _in_front(folders: list[str]) -> Iterator[None]:
    """Find modules in some folders first, as long as this lasts and, at the end, afterwards."""
    before = sys.path.copy()
    sys.path[:0] = folders
    try:
        yield
    finally:
        sys.path[:] = [*before, *folders]
