"""The identified behaviour of a codec: the options that fit its answers, beside its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from utfproof.model.encoding import Encoding
from utfproof.proof.identify.corpora import OF_OCTETS, OF_UNITS
from utfproof.proof.identify.fit import Fit, StrayAnswers

OWN = "own"
_EVERY = (set(OF_OCTETS), set(OF_UNITS))


@dataclass(frozen=True, slots=True)
class IdentifiedOption:
    """An option fitted to answers, and the claim about it.

    `claimed` is None where there is none; `declared` is False where the claim is only the default.
    `substitute` is the code point that replaces an error in replaced output, in hex.
    """

    fit: Fit
    claimed: str | None = None
    declared: bool = True
    substitute: str = ""

    @property
    def agrees(self) -> bool | None:
        """Tell whether the claim is borne out; None where nothing is claimed."""
        return None if self.claimed is None else self.claimed in self.fit.fits

    @property
    def words(self) -> str:
        """Return the model that fits, or the nearest ones."""
        fit = self.fit
        if not fit.fits:
            return f"nearest {fit.nearest}, {fit.differ:,} of {fit.asked:,} differ"
        names = "any policy" if set(fit.fits) in _EVERY else ", ".join(fit.fits)
        other = self.substitute not in ("", "fffd")
        return f"{names}, as U+{int(self.substitute, 16):04X}" if other else names


@dataclass(frozen=True, slots=True)
class StrictBehaviour:
    """The refusals of a codec: of the `refused` strings it `tells` the offset of so many.

    `length` is None where no length is reported. `accepts` are ill-formed strings that are not
    refused, `errs` well-formed ones that are refused or misread, `misplaced` the wrong offsets.
    """

    op: str
    asked: int
    refused: int
    tells: int
    misplaced: StrayAnswers
    length: IdentifiedOption | None
    accepts: StrayAnswers
    errs: StrayAnswers


@dataclass(frozen=True, slots=True)
class EncodingTraits:
    """The findings in one encoding: fitted options by name, and the refusals."""

    options: Mapping[str, IdentifiedOption]
    strict: StrictBehaviour | None = None


@dataclass(frozen=True, slots=True)
class IdentifiedCodec:
    """The findings about one codec, in some of the encodings that it has been `offered` in.

    `broken` is the reason why there are none: its adapter is broken.
    """

    codec: str
    version: str
    encodings: Mapping[Encoding, EncodingTraits]
    offered: tuple[Encoding, ...] = ()
    broken: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that adapter.yaml needs under the codec, where its claims do not hold."""
        return tuple(_lines(self.encodings, len(self.offered)))

    def to_json(self) -> dict[str, object]:
        """Return everything as JSON."""
        return {
            "codec": self.codec,
            "version": self.version,
            "encodings": {
                encoding.value: _traits(traits) for encoding, traits in self.encodings.items()
            },
            "lines": list(self.lines),
            **({"broken": self.broken} if self.broken else {}),
        }


def _traits(traits: EncodingTraits) -> dict[str, object]:
    found: dict[str, object] = {name: _option(item) for name, item in traits.options.items()}
    return {**found, **({"strict": _strict(traits.strict)} if traits.strict else {})}


def _option(item: IdentifiedOption) -> dict[str, object]:
    declared = item.declared and item.claimed is not None
    claim = {"claimed": item.claimed, "declared": declared, "agrees": item.agrees}
    substitute = {"substitute": item.substitute} if item.substitute else {}
    return {**asdict(item.fit), **claim, **substitute}


def _strict(item: StrictBehaviour) -> dict[str, object]:
    return {
        "op": item.op,
        "asked": item.asked,
        "refused": item.refused,
        "offset": {"told": item.tells, "wrong": asdict(item.misplaced)},
        "length": _option(item.length) if item.length else None,
        "accepts": asdict(item.accepts),
        "errs": asdict(item.errs),
    }


# What adapter.yaml can say of the options that have no policies as values.
_DECLARABLE = {
    "signature": ("keep", "strip", "forbidden", "sniff"),
    "unmarked": ("big", "little", "refuse"),
    "units": ("code-points", "utf-16"),
    "surrogate-output": ("replace", "question-mark", "refuse"),
}


def _lines(encodings: Mapping[Encoding, EncodingTraits], offered: int) -> Iterator[str]:
    for name in ("signature", "unmarked", "replacement", "units", "surrogate-output"):
        found = {
            encoding: item
            for encoding, traits in encodings.items()
            if (item := _decisive(name, traits.options))
        }
        yield from _line(name, found, offered)


def _decisive(name: str, options: Mapping[str, IdentifiedOption]) -> IdentifiedOption | None:
    """Return option that settles a line; how ill-formed input is skipped shows the policy too."""
    if name != "replacement":
        return options.get(name)
    found = [options[key] for key in ("replacement", "skip") if key in options]
    return next((item for item in found if item.agrees is False), found[0] if found else None)


def _line(name: str, found: Mapping[Encoding, IdentifiedOption], offered: int) -> Iterator[str]:
    """Write an option's line: one word where it speaks for every encoding, else one for each."""
    values = {
        encoding.value: value
        for encoding, item in found.items()
        if (value := _to_declare(name, item)) is not None
    }
    if not any(
        item.agrees is False and encoding.value in values for encoding, item in found.items()
    ):
        return
    if len(values) == offered and len(set(values.values())) == 1:
        yield f"{name}: {next(iter(values.values()))}"
    else:
        yield f"{name}: {{{', '.join(f'{key}: {value}' for key, value in values.items())}}}"


def _to_declare(name: str, item: IdentifiedOption) -> str | None:
    """Return the line for a manifest: a declaration that holds, or one that fits instead."""
    if item.agrees is not False:
        return item.claimed if item.declared else None
    if name == "replacement":
        return item.fit.fits[0] if item.fit.fits else OWN
    return next((value for value in item.fit.fits if value in _DECLARABLE[name]), None)
