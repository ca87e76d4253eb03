"""The witnesses of an adapter's codecs: `witness/witness.yaml`, read and checked.

A witness is a program with places for its input; which one is meant is found by the codec and the
offer. The first entry that fits both is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from utfproof import locations, schemas, storage, strict_yaml
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer, Op

FOLDER = "witness"
NAME = "witness.yaml"
_BATCH = "200"
_LARGEST_PROGRAM = 1 << 20
_IN_THE_PLACE_OF = {
    Op.DECODE_WITHIN: Op.DECODE,
    Op.DECODE_AGAIN: Op.DECODE,
    Op.DECODE_CHUNKS: Op.DECODE,
    Op.DECODE_RESUMED: Op.DECODE_CHUNKS,
    Op.DECODE_ROOM: Op.DECODE,
    Op.DECODE_REFILL: Op.DECODE,
    Op.DECODE_REPLACED: Op.DECODE,
    Op.DECODE_SIZE: Op.DECODE,
    Op.ENCODE_CHUNKS: Op.ENCODE,
    Op.ENCODE_RESUMED: Op.ENCODE_CHUNKS,
    Op.ENCODE_ROOM: Op.ENCODE,
    Op.ENCODE_REFILL: Op.ENCODE,
    Op.ENCODE_SIZE: Op.ENCODE,
    Op.SWEEP: Op.VALIDATE,
    Op.VALIDATE_CAUSE: Op.VALIDATE,
    Op.VALIDATE_CHUNKS: Op.VALIDATE,
    Op.VALIDATE: Op.DECODE,
}
"""The operation whose witness speaks for another one that has none of its own."""

Words = Mapping[str, str | Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class WitnessProgram:
    """A program with places for its input, and how it is built and run.

    `text` is the program, `file` the name that its language wants, `shown` the command that a
    reader types where that is not `build` and `run`, `beside` the files that lie beside it,
    `environment` the variables that it is built and run with beside those of the adapter.
    `literals` says how octets and code points are written, `words` stand at `@word@`.
    """

    text: str
    source: Path
    file: str
    build: str
    run: str
    shown: str
    beside: tuple[Path, ...]
    batch: int
    environment: Mapping[str, str]
    literals: Mapping[str, str]
    words: Mapping[str, str]

    @property
    def place(self) -> str:
        """Return the file that it was read from, for errors."""
        return str(self.source)


@dataclass(frozen=True, slots=True)
class WitnessFile:
    """The content of a witness.yaml; without one no codec has a witness."""

    folder: Path
    tree: strict_yaml.Mapping | None

    def program(self, codec: str, offer: Offer) -> WitnessProgram | None:
        """Return the program for an offer of a codec; None where there is none.

        Raises:
            ManifestError: the program that is named cannot be read.
        """
        for entry in self._entries("witnesses"):
            if _fits(entry, codec, offer):
                return self._program(entry, codec, offer)
        return None

    def spoken_for(self, codec: str, offer: Offer) -> Offer:
        """Return the offer whose witness answers for one: its own, or that of the whole input."""
        # A sweep leads to validate, and that to decode: the first that has a witness answers.
        while not self._has(codec, offer) and offer.op in _IN_THE_PLACE_OF:
            offer = offer.with_op(_IN_THE_PLACE_OF[offer.op])
        return offer

    def reason(self, codec: str, offer: Offer) -> str:
        """Return why an offer has no witness; "" where nobody has said so."""
        for entry in self._entries("without"):
            if _fits(entry, codec, offer):
                return str(entry["reason"])
        return ""

    def _has(self, codec: str, offer: Offer) -> bool:
        return any(_fits(entry, codec, offer) for entry in self._entries("witnesses"))

    def _entries(self, key: str) -> Iterator[strict_yaml.Mapping]:
        if self.tree is not None:
            for entry in self.tree.get(key, ()):
                yield cast("strict_yaml.Mapping", entry)

    def _program(self, entry: strict_yaml.Mapping, codec: str, offer: Offer) -> WitnessProgram:
        tree = cast("strict_yaml.Mapping", self.tree)
        source = self.folder / str(entry["program"])
        names = cast("Mapping[str, str]", tree.get("encodings", {}))
        words = {"encoding": str(names.get(offer.encoding, offer.encoding))}
        for own in (tree, entry):
            words |= _chosen(cast("Words", own.get("words", {})), codec, offer)
        return WitnessProgram(
            text=_text(source),
            source=source,
            file=str(entry.get("file", tree["file"])),
            build=str(entry.get("build", tree.get("build", ""))),
            run=str(entry.get("run", tree["run"])),
            shown=str(entry.get("shown", tree.get("shown", ""))),
            beside=tuple(self.folder.parent / str(name) for name in tree.get("beside", ())),
            batch=int(str(entry.get("batch", tree.get("batch", _BATCH)))),
            environment={k: str(v) for k, v in cast("Words", tree.get("environment", {})).items()},
            literals={k: str(v) for k, v in cast("Words", tree.get("literals", {})).items()},
            words=words,
        )


def load(manifest: Manifest) -> WitnessFile:
    """Read the witnesses of an adapter.

    Raises:
        ManifestError: they do not fit the closed schema, or name codecs that there are not.
    """
    path = manifest.folder / FOLDER / NAME
    if not path.is_file():
        return WitnessFile(path.parent, None)
    tree = strict_yaml.load(path, str(path), ManifestError)
    schema = locations.adapters() / "witness.schema.json"
    for problem in schemas.problems(tree, schema, str(path), ManifestError):
        raise problem
    found = WitnessFile(path.parent, tree)
    for key in ("witnesses", "without"):
        for entry in found._entries(key):  # noqa: SLF001  (the reader of the same file)
            _check_codecs(entry, manifest, str(path))
    return found


def _check_codecs(entry: strict_yaml.Mapping, manifest: Manifest, place: str) -> None:
    """A pattern that fits no codec is a misspelling: its codec would silently have no witness."""
    for pattern in map(str, entry["codecs"]):
        if not any(fnmatchcase(name, pattern) for name in manifest.codecs):
            hint = f"adapter.yaml has {', '.join(manifest.codecs)}"
            raise ManifestError(f"no codec {pattern}", place=f"{place}:{entry.line}", hint=hint)


def _fits(entry: strict_yaml.Mapping, codec: str, offer: Offer) -> bool:
    offers = map(str, entry.get("offers", ("*",)))
    return any(fnmatchcase(codec, str(pattern)) for pattern in entry["codecs"]) and any(
        fnmatchcase(str(offer), pattern) for pattern in offers
    )


def _chosen(words: Words, codec: str, offer: Offer) -> dict[str, str]:
    """Choose among the texts of each word the one for an encoding, a mode, an op or a codec."""
    found: dict[str, str] = {}
    for name, text in words.items():
        if isinstance(text, Mapping):
            # The narrowest key first.
            keys = (str(offer), f"{offer.encoding} {offer.mode}", offer.encoding, offer.mode)
            named = [key for key in text if fnmatchcase(codec, key)]
            key = next((key for key in (*keys, offer.op, *named, "else") if key in text), None)
            if key is not None:
                found[name] = str(text[key])
        else:
            found[name] = str(text)
    return found


def _text(source: Path) -> str:
    try:
        with source.open("rb") as file:
            return storage.limited(file, _LARGEST_PROGRAM).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = "witness.yaml names it: write the program, or correct the name"
        raise ManifestError(str(error), place=str(source), hint=hint) from None
