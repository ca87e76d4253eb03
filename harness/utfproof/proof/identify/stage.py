"""Identification as a stage of a run: the behaviour of a codec, in words, as an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from utfproof.adapters.session.hello import CodecOffers
from utfproof.engine.journal.events import Event, TraitsFound
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.proof.identify.codec import identify
from utfproof.proof.identify.identified import EncodingTraits


@dataclass(frozen=True, slots=True)
class IdentifyStage:
    """Identifies a codec of which every case is asked; a part of a run identifies nothing."""

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Ask, fit, and tell."""
        if context.narrowing.case != "*":
            return
        offers = CodecOffers(context.codec.name, "", context.offers)
        found = identify(context.session, context.codec, offers).encodings
        if found:
            words = {encoding.value: _trait_words(traits) for encoding, traits in found.items()}
            yield TraitsFound(context.name, words)


def _trait_words(traits: EncodingTraits) -> dict[str, str]:
    return {name: option.words for name, option in traits.options.items()}
