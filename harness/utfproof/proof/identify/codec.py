"""Identify a codec: which policy and options it really has, whatever it claims."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode
from utfproof.proof.identify.causes import causes
from utfproof.proof.identify.conversation import AnswerError, EncodingConversation
from utfproof.proof.identify.delivery import delivery
from utfproof.proof.identify.encoders import surrogate_output, units
from utfproof.proof.identify.identified import EncodingTraits, IdentifiedCodec, IdentifiedOption
from utfproof.proof.identify.policies import policy
from utfproof.proof.identify.refusals import refusals
from utfproof.proof.identify.signatures import signature, unmarked

ENCODINGS = (
    Encoding.UTF_8,
    Encoding.UTF_16,
    Encoding.UTF_16BE,
    Encoding.UTF_16LE,
    Encoding.UTF_32,
    Encoding.UTF_32BE,
    Encoding.UTF_32LE,
)
"""The encodings whose codecs can be identified."""


def identify(
    session: Session,
    codec: Codec,
    offers: CodecOffers,
    encodings: Collection[Encoding] = ENCODINGS,
) -> IdentifiedCodec:
    """Ask a codec and fit every model to its answers, in each encoding that it offers.

    An adapter that does not keep to the protocol identifies nothing: the result says `broken`.
    """
    offered = tuple(dict.fromkeys(offer.encoding for offer in offers.offers))
    known = [encoding for encoding in ENCODINGS if encoding in offered and encoding in encodings]
    try:
        traits = {
            encoding: _traits(EncodingConversation(session, codec, offers.offers, encoding))
            for encoding in known
        }
    except AnswerError as error:
        return IdentifiedCodec(codec.name, offers.version, {}, offered, broken=str(error))
    found = {encoding: item for encoding, item in traits.items() if item.options or item.strict}
    return IdentifiedCodec(codec.name, offers.version, found, offered)


def _traits(conversation: EncodingConversation) -> EncodingTraits:
    signs = signature(conversation)
    treatment = signs.fit.nearest if signs else ""
    refused = refusals(conversation, treatment)
    odd = (refused.errs, refused.accepts) if refused else None
    options = {
        "replacement": policy(conversation, Mode.REPLACE, treatment, odd),
        "skip": policy(conversation, Mode.SKIP, treatment, odd),
        "signature": signs,
        "unmarked": unmarked(conversation),
        "units": units(conversation),
        "surrogate-output": surrogate_output(conversation),
        "delivery": delivery(conversation),
        "cause": causes(conversation),
    }
    return EncodingTraits(dict(_known(options)), refused.strict if refused else None)


def _known(options: dict[str, IdentifiedOption | None]) -> Iterator[tuple[str, IdentifiedOption]]:
    yield from ((name, item) for name, item in options.items() if item)
