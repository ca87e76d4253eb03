"""Wrong answers of encoders: the first value that is written otherwise than it has to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.engine.attribution.expected_text import Kinds
from utfproof.engine.attribution.rules import Kind, written_form
from utfproof.model.encoding import (
    REPLACEMENT,
    ByteOrder,
    Scheme,
    facts,
    is_noncharacter,
    is_surrogate,
    signature_octets,
)
from utfproof.model.operation import Mode
from utfproof.model.outcome import Encoded, Outcome, Refused
from utfproof.model.profile import Settings, SurrogateOutput, Units
from utfproof.reference import schemes
from utfproof.reference.schemes import Piece, Unencodable, Written


def of_values(settings: Settings, mode: Mode, values: Sequence[int], outcome: Outcome) -> Kinds:
    """Return the kinds of divergence of an encoder's answer to values."""
    pieces = schemes.encode(settings.scheme, values, settings.units)
    text = _Pieces(settings, mode, pieces)
    match outcome:
        case Refused(offset):
            return text.refused(offset)
        case Encoded(octets):
            return tuple(dict.fromkeys(text.written(octets)))
        case _:
            return (Kind.SURVIVAL,)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The characters that an encoder was given, each with its octets."""

    settings: Settings
    mode: Mode
    pieces: Sequence[Piece]

    @property
    def _lost(self) -> Unencodable | None:
        return next((piece for piece in self.pieces if isinstance(piece, Unencodable)), None)

    def refused(self, offset: int | None) -> Kinds:
        """Class a refusal at the value with an index; () where it is right."""
        lost = self._lost
        forms = [
            kind
            for piece in self.pieces
            if isinstance(piece, Written) and offset in (None, piece.index)
            for kind in self._form(piece)
        ]
        if lost is None:
            return tuple(dict.fromkeys(forms)) or (Kind.PLACE,)
        if self.mode is Mode.STRICT:
            if offset in (None, lost.index):
                return ()
            return Kind.PLACE, *forms, _unencodable(lost)
        return Kind.WRITTEN_INSTEAD, *forms

    def written(self, octets: bytes) -> Kinds:
        """Class octets; a turned byte order and an added or missing signature are tried first."""
        if not (kinds := self._text(octets)):
            return ()
        return (*self._misordered(octets), *kinds)

    def _misordered(self, octets: bytes) -> Kinds:
        """Tell whether nothing but the byte order or the signature is wrong."""
        scheme = self.settings.scheme
        for order in _ORDERS:
            if not self._first(order, octets):  # without a signature
                # The octets are right but for a signature that is missing: the order is not to
                # blame.
                own = facts(scheme).order or "big"
                lost = order == own and facts(scheme).order is None
                return (Kind.WRITTEN_SIGNATURE,) if lost else (Kind.WRITTEN_ORDER,)
            for marked in _ORDERS:
                signature = signature_octets(scheme, marked)
                body = octets.removeprefix(signature)
                if octets.startswith(signature) and not self._first(order, body):
                    turned = facts(scheme).order is None
                    return (Kind.WRITTEN_ORDER,) if turned else (Kind.WRITTEN_SIGNATURE,)
        return ()

    def _text(self, octets: bytes) -> Kinds:
        """Class octets behind a signature where one belongs there."""
        scheme = self.settings.scheme
        unit = facts(scheme).unit
        order: ByteOrder = facts(scheme).order or "big"
        if unit > 1 and facts(scheme).order is None:
            order = schemes.order_of(scheme, octets)
            octets = octets.removeprefix(signature_octets(scheme, order))
        return self._first(order, octets)

    def _first(self, order: ByteOrder, octets: bytes) -> Kinds:
        """Find the first piece that differs from the right one in a byte order."""
        shown = self._shown(order)
        at = 0
        dropped: tuple[Kind, ...] = ()
        for index, (piece, own) in enumerate(zip(self.pieces, shown, strict=True)):
            if isinstance(piece, Unencodable):
                if self.mode is Mode.STRICT:
                    return (_unencodable(piece),)
                instead = self._instead(octets, at, order)
                if self.mode is Mode.REPLACE and not instead:
                    return self._not_replaced(piece, octets[at:])
                at += instead
                # A dropped value left no octets: if a later piece is wrong, this one may have been
                # written.
                dropped += (_unencodable(piece),) if self.mode is Mode.SKIP else ()
            elif octets.startswith(own, at):
                at += len(own)
            else:
                after = b"".join(shown[index + 1 :])
                return (*dropped, *self._otherwise(piece, after, octets[at:]))
        return (*dropped, Kind.WRITTEN_TEXT) if at < len(octets) else ()

    def _instead(self, octets: bytes, at: int, order: ByteOrder) -> int:
        """Return the length of an allowed replacement at an offset; 0 where there is none."""
        if self.mode is not Mode.REPLACE:
            return 0
        allowed = {
            SurrogateOutput.REPLACE: (REPLACEMENT,),
            SurrogateOutput.QUESTION_MARK: (ord("?"),),
            SurrogateOutput.REFUSE: (),
            None: (REPLACEMENT, ord("?")),
        }[self.settings.surrogate_output]
        found = (schemes.encode_value(self.settings.scheme, value) for value in allowed)
        written = (self._in_order(one, order) for one in found if one)
        return next((len(one) for one in written if one and octets.startswith(one, at)), 0)

    def _not_replaced(self, piece: Unencodable, rest: bytes) -> Kinds:
        """Class the octets that stand for a value that has none: its own form, or others."""
        scheme = self.settings.scheme
        unit = facts(scheme).unit
        if unit == 1:
            wide = schemes.encode_value(Scheme.GENERALIZED_UTF_8, piece.value)
            # A number above 31 bits has no form at all, and FF is in no right output.
            own = wide or schemes.encode_value(Scheme.RFC_2279, piece.value) or b"\xff"
        else:
            own = piece.value.to_bytes(8, facts(scheme).order or "big").strip(b"\0")
        if own and rest.startswith(own):
            return (_unencodable(piece),)
        lost = () if rest else (Kind.WRITTEN_TEXT,)
        return Kind.WRITTEN_INSTEAD, _unencodable(piece), Kind.WRITTEN_FORM, *lost

    def _form(self, piece: Written) -> Kinds:
        scheme, value = self.settings.scheme, piece.value
        if is_surrogate(value):
            form = Kind.WRITTEN_SURROGATE
        elif self.settings.units is Units.UTF_16 and value > 0xFFFF:
            form = Kind.WRITTEN_PAIR
        else:
            form = written_form(scheme, len(piece.octets))
        return (Kind.NONCHARACTER, form) if is_noncharacter(piece.value) else (form,)

    def _otherwise(self, piece: Written, after: bytes, rest: bytes) -> Kinds:
        lost = rest == after or not rest
        form = self._form(piece)
        if lost and self.mode is Mode.SKIP:
            return *form, Kind.WRITTEN_TEXT
        if lost:
            return Kind.WRITTEN_TEXT, *form
        if facts(self.settings.scheme).unit == 2 and piece.value > 0xFFFF and _is_pair(rest):
            return Kind.WRITTEN_PAIR, *form, Kind.WRITTEN_TEXT
        return *form[::-1], Kind.WRITTEN_TEXT  # what is written is no matter of the value's kind

    def _shown(self, order: ByteOrder) -> list[bytes]:
        found = [piece.octets if isinstance(piece, Written) else b"" for piece in self.pieces]
        return [self._in_order(octets, order) for octets in found]

    def _in_order(self, octets: bytes, order: ByteOrder) -> bytes:
        """Reverse the octets of a scheme, where its order is not the one asked for."""
        known = facts(self.settings.scheme)
        turns = known.unit > 1 and order != (known.order or "big")
        return _turned(octets, known.unit) if turns else octets


def _unencodable(piece: Unencodable) -> Kind:
    return Kind.WRITTEN_SURROGATE if is_surrogate(piece.value) else Kind.WRITTEN_BEYOND


_ORDERS: tuple[ByteOrder, ByteOrder] = ("big", "little")


def _is_pair(octets: bytes) -> bool:
    """Tell whether two units of some octets are surrogates, in whatever byte order and sequence."""
    return any(
        all(is_surrogate(int.from_bytes(octets[at : at + 2], order)) for at in (0, 2))
        for order in _ORDERS
    )


def _turned(octets: bytes, unit: int) -> bytes:
    return b"".join(octets[at : at + unit][::-1] for at in range(0, len(octets), unit))
