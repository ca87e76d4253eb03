"""Mutants behind the adapter protocol: `python -m utfproof.mutants.mutant_server [ID ...]`.

A codec's name is the mutant's id with dots for slashes. Without ids all mutants are served.
`write_adapter` puts such a program into a folder that `utfproof certify FOLDER` takes.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

import utfproof
from utfproof.errors import UsageError
from utfproof.model.operation import Offer
from utfproof.mutants import Mutant, catalogue
from utfproof.simulation.codec import SimulatedCodec

ADAPTER = "mutants"
_UNKNOWN = "failed unknown header"
_HELLO = "hello"


def chosen(ids: Sequence[str]) -> tuple[Mutant, ...]:
    """Return the mutants of these ids, all without any.

    Raises:
        UsageError: an id that no mutant has.
    """
    known = {mutant.id: mutant for mutant in catalogue()}
    unknown = [name for name in ids if name not in known]
    if unknown:
        hint = "the ids are those of utfproof.mutants.catalogue()"
        raise UsageError(f"no mutant is called {', '.join(unknown)}", hint=hint)
    return tuple(known[name] for name in ids) or catalogue()


def codec_name(mutant: Mutant) -> str:
    """Return the name by which the protocol knows a mutant."""
    return mutant.id.replace("/", ".")


def write_adapter(folder: Path, ids: Sequence[str] = ()) -> None:
    """Write the manifest of an adapter whose codecs are mutants into a folder.

    Each has the claims of the right codec. The program runs on this Python.

    Raises:
        UsageError: an id that no mutant has.
    """
    codecs = {codec_name(mutant): _claims(mutant) for mutant in chosen(ids)}
    program = [sys.executable, "-m", "utfproof.mutants.mutant_server", *ids]
    manifest = {
        "adapter": ADAPTER,
        "about": "Codecs with one known fault each, to see whether it is found.",
        "language": "Python",
        "run": shlex.join(program),
        "environment": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        "codecs": codecs,
    }
    folder.mkdir(parents=True, exist_ok=True)
    # JSON is YAML, and quotes every string.
    (folder / "adapter.yaml").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _claims(mutant: Mutant) -> dict[str, object]:
    """Return a codec's entry in the manifest."""
    claims = mutant.claims
    return {"about": mutant.about, "profile": list(claims.profiles), **claims.options}


def hello(mutants: Sequence[Mutant]) -> str:
    """Return the answer to hello."""
    codecs = [
        {
            "name": codec_name(mutant),
            "version": utfproof.__version__,
            "offers": [str(offer) for offer in mutant.offers],
        }
        for mutant in mutants
    ]
    return json.dumps({"protocol": 1, "adapter": ADAPTER, "codecs": codecs})


class Server:
    """Answers blocks for some mutants; each is made when it is first asked."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        """Serve mutants."""
        self._mutants = mutants
        self._by_name: Mapping[str, Mutant] = {codec_name(one): one for one in mutants}
        self._made: dict[str, SimulatedCodec] = {}

    def answers(self, header: str, lines: Sequence[str]) -> list[str]:
        """Answer the lines of one block."""
        if header.partition(" ")[0] == _HELLO:
            return [hello(self._mutants)]
        answer = self._answerer(header)
        return [answer(line) for line in lines] if answer else [_UNKNOWN] * len(lines)

    def _answerer(self, header: str) -> Callable[[str], str] | None:
        """Return the function that answers a header's lines; None for an unknown header."""
        try:
            op, codec, encoding, mode = header.split(" ")
            offer = Offer.parse(f"{op} {encoding} {mode}")
            mutant = self._by_name[codec]
        except (ValueError, KeyError):
            return None
        if offer not in mutant.offers:
            return None
        if codec not in self._made:
            self._made[codec] = mutant.make()
        specimen = self._made[codec]
        return lambda line: specimen.answer(offer, line)


def _blocks(stream: BinaryIO) -> Iterator[tuple[str, list[str]]]:
    """Yield each block as its header and its data lines; a block cut by the end counts."""
    block: list[str] = []
    for octets in stream:
        line = octets.decode("ascii").rstrip("\r\n")
        if line:
            block.append(line)
        elif block:
            yield block[0], block[1:]
            block = []
    if block:
        yield block[0], block[1:]


def serve(mutants: Sequence[Mutant], stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer blocks until stdin ends."""
    server = Server(mutants)
    for header, lines in _blocks(stdin):
        answers = server.answers(header, lines)
        stdout.write("\n".join([*answers, "", ""]).encode("ascii"))
        stdout.flush()


if __name__ == "__main__":
    try:
        serve(chosen(sys.argv[1:]), sys.stdin.buffer, sys.stdout.buffer)
    except UsageError as error:
        sys.exit(str(error))
