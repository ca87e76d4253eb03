"""Mutants as an adapter whose codecs atheris can call in its own process, and see the code of."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from utfproof import locations
from utfproof.mutants import mutant_server

_PROGRAM = """\
import sys
from types import FunctionType, SimpleNamespace

import protocol

import utfproof
from utfproof.mutants import mutant_server as served


def offers():
    for mutant in served.chosen({ids!r}):
        specimen = mutant.make()
        for offer in mutant.offers:
            def answer(line, specimen=specimen, offer=offer):
                return specimen.answer(offer, line.decode("ascii"))

            yield SimpleNamespace(
                codec=served.codec_name(mutant),
                encoding=str(offer.encoding),
                mode=str(offer.mode),
                operations={{str(offer.op): answer}},
            )


def instrumented(atheris):
    names = ("utfproof.mutants", "utfproof.simulation.decoder", "utfproof.simulation.encoder",
             "utfproof.simulation.codec", "utfproof.reference")
    for name in [name for name in sys.modules if name.startswith(names)]:
        for thing in list(vars(sys.modules[name]).values()):
            for own in [thing, *vars(thing).values()] if isinstance(thing, type) else [thing]:
                if isinstance(own, FunctionType) and own.__module__ == name:
                    atheris.instrument_func(own)


found = list(offers())
if "atheris" in sys.modules:
    instrumented(sys.modules["atheris"])
protocol.serve("mutants", utfproof.__version__, found)
"""


def write_adapter(folder: Path, ids: Sequence[str]) -> None:
    """Write an adapter like that of `served`, whose program uses the kit."""
    mutant_server.write_adapter(folder, ids)
    path = folder / "adapter.yaml"
    manifest = json.loads(path.read_text("utf-8"))
    kit = locations.adapters() / "kit" / "python"
    manifest["run"] = shlex.join([sys.executable, "program.py"])
    paths = [str(kit), manifest["environment"]["PYTHONPATH"]]
    manifest["environment"]["PYTHONPATH"] = os.pathsep.join(paths)
    path.write_text(json.dumps(manifest), "utf-8")
    (folder / "program.py").write_text(_PROGRAM.format(ids=list(ids)), "utf-8")
