"""The published matrix: codecs against encodings and operations, alike rows folded together.

A codec's choices, and its known failures, stand beside its verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from utfproof import storage
from utfproof.errors import JournalError
from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import NOT_ASKED, CodecVerdict, Verdict, worst
from utfproof.report.html import rendered
from utfproof.report.run import contracts
from utfproof.report.run.counts import offers
from utfproof.report.run.summary import CodecSummary, Summary

OPERATIONS = {
    "strict": ("decode strict",),
    "replace": ("decode replace", "decode-replaced replace"),
    "skip": ("decode skip", "decode-replaced skip"),
    "chunks": ("decode-chunks", "decode-resumed", "decode-again"),
    "buffers": ("decode-within", "decode-room", "decode-refill", "decode-size"),
    "validate": ("validate", "validate-chunks", "sweep"),
    "encode": (
        *("encode", "encode-chunks", "encode-resumed"),
        *("encode-room", "encode-refill", "encode-size"),
    ),
}
"""The columns of the matrix, and the offers that each adds up: an operation, with a mode or any."""

_SECTIONS = {
    "UTF-8": ("UTF-8",),
    "UTF-16": ("UTF-16", "UTF-16BE", "UTF-16LE"),
    "UTF-32": ("UTF-32", "UTF-32BE", "UTF-32LE"),
    "Other formats": ("UCS-2", "UCS-4", "CESU-8", "MUTF-8", "WTF-8"),
}
_SIGNS = {
    Verdict.PASS: "✓",
    Verdict.IMPOSSIBLE: "✓",
    Verdict.NON_STRICT: "≈",
    Verdict.ALTERNATIVE: "◇",
    Verdict.BY_DESIGN: "◆",
    Verdict.FAIL: "✗",
    Verdict.CRASH: "†",
    Verdict.HANG: "∞",
    Verdict.OVERRUN: "»",
    Verdict.UNSTABLE: "~",
}
_OPTIONS = ("replacement", "skip", "signature", "unmarked", "units", "surrogate-output", "delivery")
_OF_ADDRESSES = "%/:?#@!$&'()*+,;=~"
"""Characters that stay unescaped in an address, beside letters, digits and -._"""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The result of one operation in one encoding: `red` of `asked` cases failed."""

    verdict: Verdict
    asked: int
    red: int

    @property
    def text(self) -> str:
        """Return a sign, and how much failed."""
        sign = _SIGNS.get(self.verdict, str(self.verdict))
        return f"{sign} {self.red:,}/{self.asked:,}" if self.verdict.red else sign


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """Codecs of one library that behave alike, in encodings in which they do."""

    codecs: tuple[str, ...]
    version: str
    encodings: tuple[str, ...]
    squares: Mapping[str, MatrixCell]
    traits: str
    contract: str = ""

    @property
    def names(self) -> list[str]:
        """Return the codecs' names, the adapter's only before the first."""
        first, *others = self.codecs
        adapter = CodecId.parse(first).adapter + "/"
        return [first, *(name.removeprefix(adapter) for name in others)]

    @property
    def red(self) -> bool:
        """True where a case failed, even if an adapter was at fault elsewhere in the row."""
        return any(square.red for square in self.squares.values())


@dataclass(frozen=True, slots=True)
class MatrixSection:
    """The rows of encodings that belong together."""

    title: str
    rows: tuple[MatrixRow, ...]

    @property
    def columns(self) -> list[str]:
        """Return the operations that any row has."""
        return [name for name in OPERATIONS if any(name in row.squares for row in self.rows)]


@dataclass(frozen=True, slots=True)
class KnownDefect:
    """A known defect, and the codecs that have it."""

    codecs: tuple[str, ...]
    reason: str
    reference: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnaskedFunctions:
    """Functions of a library that no codec asks, and the reason."""

    library: str
    functions: str
    reason: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """All that is shown."""

    summary: Summary
    codecs: tuple[CodecSummary, ...]
    sections: tuple[MatrixSection, ...]
    known: tuple[KnownDefect, ...]
    unasked: tuple[UnaskedFunctions, ...] = ()

    @property
    def identified(self) -> bool:
        """Return whether the run identified the choices of codecs."""
        return any(row.traits for section in self.sections for row in section.rows)

    @property
    def contracts(self) -> bool:
        """Return whether any codec has a contract."""
        return any(row.contract for section in self.sections for row in section.rows)

    @property
    def libraries(self) -> int:
        """Count the libraries; all kernels of one are one."""
        return len(set(map(_library, self.codecs)))

    @property
    def verdicts(self) -> dict[str, int]:
        """Count the codecs by verdict."""
        seen = [item.verdict for item in self.codecs]
        return {verdict.value: seen.count(verdict) for verdict in CodecVerdict if verdict in seen}


def matrix(summary: Summary) -> Matrix:
    """Fold the codecs of a run; those that were not available are left out."""
    found = [summary.codecs[name] for name in sorted(summary.codecs)]
    codecs = tuple(item for item in found if item.verdict is not CodecVerdict.UNAVAILABLE)
    sections = (MatrixSection(title, _rows(codecs, names)) for title, names in _SECTIONS.items())
    return Matrix(
        summary,
        codecs,
        tuple(section for section in sections if section.rows),
        _known(codecs),
        _unasked(codecs),
    )


def _rows(codecs: Iterable[CodecSummary], encodings: tuple[str, ...]) -> tuple[MatrixRow, ...]:
    """Fold encodings of one codec in which it behaves alike, then codecs that behave alike."""
    alike: dict[tuple[object, ...], list[str]] = {}
    rows: dict[tuple[object, ...], MatrixRow] = {}
    for item in codecs:
        # The contract is part of the key: codecs that answer alike may have announced different
        # things.
        for names, squares, traits in _encodings(item, encodings):
            contract = contracts.mark(item.contract, names[0])
            key = (_library(item), item.version, names, contract, _behaviour(squares, traits))
            alike.setdefault(key, []).append(item.codec)
            rows[key] = MatrixRow(tuple(alike[key]), item.version, names, squares, traits, contract)
    return tuple(rows.values())


def _library(item: CodecSummary) -> str:
    """Name a codec's library: its adapter where a codec never started."""
    return item.library or CodecId.parse(item.codec).adapter


def _encodings(
    item: CodecSummary, encodings: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, MatrixCell], str]]:
    found: dict[_Behaviour, list[str]] = {}
    shown: dict[_Behaviour, dict[str, MatrixCell]] = {}
    for name in encodings:
        squares = _squares(item, name)
        if squares:
            own = contracts.mark(item.contract, name)
            behaviour = _behaviour(squares, _traits(item.traits.get(name, {})), own)
            found.setdefault(behaviour, []).append(name)
            shown.setdefault(behaviour, squares)
    for behaviour, names in found.items():
        yield tuple(names), shown[behaviour], behaviour[0]


_Behaviour = tuple[str, ...]


def _behaviour(squares: Mapping[str, MatrixCell], traits: str, contract: str = "") -> _Behaviour:
    """Return everything that a row shows: rows are folded where all of it is alike."""
    shown = (f"{name} {square.verdict} {square.text}" for name, square in squares.items())
    return traits, contract, *shown


def _squares(item: CodecSummary, encoding: str) -> dict[str, MatrixCell]:
    found: dict[str, dict[Verdict, int]] = {}
    for (name, offer), counts in offers(item).items():
        if name != encoding or not offer:
            continue
        op, _, mode = offer.split(" ")
        column = next(
            (
                title
                for title, parts in OPERATIONS.items()
                if op in parts or f"{op} {mode}" in parts
            ),
            None,
        )
        if column:
            total = found.setdefault(column, {})
            for verdict, count in counts.items():
                total[verdict] = total.get(verdict, 0) + count
    columns = (name for name in OPERATIONS if name in found)
    return {name: square for name in columns if (square := _square(found[name]))}


def _square(counts: Mapping[Verdict, int]) -> MatrixCell | None:
    # An unasked case says nothing about a codec and would dilute the count.
    asked = {key: count for key, count in counts.items() if key not in NOT_ASKED}
    if not asked:
        return None
    red = sum(count for verdict, count in asked.items() if verdict.red)
    return MatrixCell(worst(asked), sum(asked.values()), red)


def _traits(found: Mapping[str, str]) -> str:
    """Return the identified options in words; skipping only where it differs from replacing."""
    named = {name: found[name] for name in _OPTIONS if name in found}
    # Most codecs skip where they would replace: naming it again would be noise.
    if named.get("skip") == named.get("replacement"):
        named.pop("skip", None)
    words = [text if name == "replacement" else f"{name} {text}" for name, text in named.items()]
    return "; ".join(words)


def _known(codecs: Iterable[CodecSummary]) -> tuple[KnownDefect, ...]:
    """Gather the known defects, once for all codecs of an adapter that have them."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for item in codecs:
        for one in item.known:
            key = (CodecId.parse(item.codec).adapter, one.reason, one.reference)
            found.setdefault(key, []).append(item.codec)
    return tuple(
        KnownDefect(tuple(dict.fromkeys(names)), reason, reference)
        for (_, reason, reference), names in found.items()
    )


def _unasked(codecs: Iterable[CodecSummary]) -> tuple[UnaskedFunctions, ...]:
    """Gather the functions that nobody asks, by library; two adapters may state the same."""
    found = {
        UnaskedFunctions(_library(item), functions, reason)
        for item in codecs
        for functions, reason in item.not_asked.items()
    }
    return tuple(
        sorted(found, key=lambda one: (one.library.lower(), one.library, one.functions, one.reason))
    )


def write(summary: Summary, folder: Path) -> tuple[Path, Path]:
    """Write matrix.md and matrix.html into a folder and give their paths.

    Raises:
        JournalError: the folder cannot be written.
    """
    found = matrix(summary)
    paths = folder / "matrix.md", folder / "matrix.html"
    for path, text in zip(paths, (markdown(found), page(found)), strict=True):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            storage.replace(path, text)
        except OSError as error:
            hint = "give another folder"
            raise JournalError(str(error.strerror), place=str(path), hint=hint) from None
    return paths


def page(found: Matrix) -> str:
    """Render the matrix as a self-contained page."""
    return rendered("matrix.html", "matrix.js", "matrix.css", found=found)


def markdown(found: Matrix) -> str:
    """Render the matrix as Markdown."""
    return rendered("matrix.md", found=found, address=_address)


def _address(text: str) -> str:
    """Write an address of the web so that nothing in it means anything to Markdown or HTML."""
    return f"<{quote(text, _OF_ADDRESSES, errors='replace')}>"
