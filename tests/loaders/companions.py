"""The lists beside an adapter.yaml: costs, witnesses, twins, compiled functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.manifest import Manifest
from utfproof.errors import UtfproofError
from utfproof.expectations import known_costs
from utfproof.model.operation import Offer
from utfproof.proof.proving import shipped_functions
from utfproof.twins import twin_file
from utfproof.twins.twin_fault import TwinFault
from utfproof.witness import witness_file

from .loader import Loader, plain

_MANIFEST = """\
adapter: mine
about: Words.
language: C
run: "true"
codecs:
  utf8: {about: It., profile: unicode}
  other: {about: It., profile: unicode}
"""
_OFFERS = tuple(
    map(
        Offer.parse,
        ("decode UTF-8 strict", "sweep UTF-8 strict", "encode-room UTF-16LE replace", "detect - -"),
    )
)


def _adapter(folder: Path, name: str, data: bytes) -> Manifest:
    """Write an adapter with one file more."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    (folder / "adapter.yaml").write_text(_MANIFEST, "ascii")
    return manifest.load(folder)


def _shipped(name: str) -> Iterator[bytes]:
    for path in sorted(locations.adapters().glob(f"*/{name}"))[:4]:
        yield path.read_bytes()[:2500]


# costs.yaml

_COSTS = b"""\
codecs:
  mine/utf8:
    - weakness: CWE-401
      reason: It keeps its buffer after an error in the middle of a text.
      kind: fixed-upstream
      reference: ["https://example.org/1"]
      versions: "==2.6.1"
      seen: 2026-11-26
      ops: [decode UTF-8 strict]
      shapes: [tails, leads]
"""


def _cost_seeds() -> Iterator[bytes]:
    yield _COSTS
    yield from _shipped(known_costs.NAME)


def _costs(data: bytes, folder: Path) -> None:
    mine = _adapter(folder, known_costs.NAME, data)
    names = [mine.id_of(codec) for codec in mine.codecs.values()]
    for name, listed in known_costs.load(folder, names).items():
        for cost in listed:
            plain(f"{name} {cost.weakness}")
            cost.concerns("2.1rc1 (x)")
            cost.is_met_by("CWE-401", "decode UTF-8 strict", "tails")


# witness/witness.yaml

_WITNESSES = b"""\
file: witness.c
build: cc -o witness witness.c
run: ./witness
batch: "1000"
beside: [helper.h]
environment: {A: b}
encodings: {UTF-8: utf8}
words: {call: {strict: a, "u*": b, decode UTF-8 strict: c, else: d}, other: e}
literals: {octets: '\\x%02X', points: "0x%X", octets-between: ", "}
witnesses:
  - {codecs: [utf8], offers: ["decode *"], program: witness.c}
  - {codecs: ["*"], offers: ["encode* *"], program: witness.c, batch: "1", words: {call: f}}
without:
  - {codecs: [other], offers: ["detect - -"], reason: The library has no detector.}
"""


def _witness_seeds() -> Iterator[bytes]:
    yield _WITNESSES
    yield from _shipped(f"{witness_file.FOLDER}/{witness_file.NAME}")


def _witnesses(data: bytes, folder: Path) -> None:
    mine = _adapter(folder, f"{witness_file.FOLDER}/{witness_file.NAME}", data)
    (folder / witness_file.FOLDER / "witness.c").write_text("@input@ @call@", "ascii")
    read = witness_file.load(mine)
    for name in mine.codecs:
        for offer in _OFFERS:
            spoken = read.spoken_for(name, offer)
            read.reason(name, spoken)
            try:
                read.program(name, spoken)
            except UtfproofError as error:
                plain(str(error))


# twins/twins.yaml

_TWINS = b"""\
build: ["sh build.sh {cache}"]
environment: {LD_PRELOAD: "{twins}/twins.so"}
rebuild: yes
twins:
  - {codecs: [utf8], offers: ["decode *"], faults: [wrong-offset, read-past-end]}
not-possible:
  - {codecs: [other], offers: ["*"], faults: [wrong-offset], reason: Nobody has its source.}
"""


def _twin_seeds() -> Iterator[bytes]:
    yield _TWINS
    yield from _shipped("twins/twins.yaml")


def _twins(data: bytes, folder: Path) -> None:
    read = twin_file.load(_adapter(folder, "twins/twins.yaml", data))
    for name in read.manifest.codecs:
        for offer in _OFFERS:
            for fault in TwinFault:
                read.plants(name, offer, fault)
                read.reason(name, offer, fault)


# functions.yaml

_FUNCTIONS = b"""\
functions:
  utf8: {library: libc.so.6, function: strnlen, arguments: "octets,length", returns: int-flag}
  other: {library: libnone.so.1, function: f, arguments: "value,octets", returns: int-length}
"""


def _function_seeds() -> Iterator[bytes]:
    yield _FUNCTIONS
    yield from _shipped(shipped_functions.NAME)


def _functions(data: bytes, folder: Path) -> None:
    shipped_functions.functions(_adapter(folder, shipped_functions.NAME, data))


LOADERS: Mapping[str, Loader] = {
    "costs": Loader(_cost_seeds, _costs),
    "witnesses": Loader(_witness_seeds, _witnesses),
    "twins": Loader(_twin_seeds, _twins),
    "functions": Loader(_function_seeds, _functions, runs=100),
}
