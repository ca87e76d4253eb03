"""The ops of the protocol over the interfaces: each turns the bytes of a line into an answer."""

from decoding import (
    decode,
    decode_again,
    decode_chunks,
    decode_replaced,
    decode_size,
    decode_within,
    validate,
    validate_cause,
    validate_chunks,
)
from encoding import encode, encode_chunks, encode_size
from fields import bytes_of
from saved_states import decode_resumed, encode_resumed
from sweeps import sweep


class Offer:
    """One codec in one encoding and mode. An op without the interface it needs is not offered.

    A `validator` decodes nothing: its `decode` returns for what is well-formed and raises for the
    rest. A `stepwise_validator` has `validator()`: an object whose `feed` and `finish` raise.
    `told(data)` gives the text and what the interface tells of ill-formed input that it replaced or
    dropped: whether there was any, or how often.
    `saves` is true where the decoder and the encoder have `getstate()` and `setstate(state)`.
    `sizes` tells lengths before a conversion: `decoded_size(data)` in characters,
    `encoded_size(text)` in octets, or one of them.
    `resets` and `sweeps` are false where a decoder cannot be used again, and where a format
    around the text keeps octets from the codec, which a sweep would count through.
    """

    def __init__(
        self,
        codec,
        encoding,
        mode,
        whole=None,
        stepwise=None,
        writer=None,
        stepwise_writer=None,
        looks_up=None,
        *,
        validator=None,
        stepwise_validator=None,
        resets=True,
        saves=False,
        sweeps=True,
        truncated=None,
        told=None,
        sizes=None,
    ):
        self.codec, self.encoding, self.mode = codec, encoding, mode
        self.operations = {}
        if whole:
            self.operations["decode"] = decode(whole)
        if told:
            self.operations["decode-replaced"] = decode_replaced(told)
        if whole and whole.takes_slices:
            self.operations["decode-within"] = decode_within(whole)
        if mode == "strict":
            validator = validator or whole
        if validator:
            self.operations["validate"] = validate(validator)
        if validator and truncated:
            self.operations["validate-cause"] = validate_cause(validator, truncated)
        if stepwise_validator:
            self.operations["validate-chunks"] = validate_chunks(stepwise_validator)
        if validator and sweeps:
            self.operations["sweep"] = sweep(validator)
        if stepwise:
            self.add_stepwise(stepwise, resets, saves)
        if writer:
            self.operations["encode"] = encode(writer)
        if stepwise_writer:
            self.add_stepwise_writer(stepwise_writer, saves)
        if looks_up:
            self.operations["label"] = label(looks_up)
        self.add_sizes(sizes, whole, writer)

    def add_sizes(self, sizes, whole, writer):
        if whole and hasattr(sizes, "decoded_size"):
            self.operations["decode-size"] = decode_size(whole, sizes)
        if writer and hasattr(sizes, "encoded_size"):
            self.operations["encode-size"] = encode_size(writer, sizes)

    def add_stepwise(self, interface, resets, saves):
        self.operations["decode-chunks"] = decode_chunks(interface)
        if saves:
            self.operations["decode-resumed"] = decode_resumed(interface)
        if resets:
            self.operations["decode-again"] = decode_again(interface)

    def add_stepwise_writer(self, interface, saves):
        self.operations["encode-chunks"] = encode_chunks(interface)
        if saves:
            self.operations["encode-resumed"] = encode_resumed(interface)


def label(looks_up):
    """`looks_up` gives the name of the protocol for a label, or None."""

    def answer(line):
        return "ok " + (looks_up(bytes_of(line).decode("latin-1")) or "?")

    return answer
