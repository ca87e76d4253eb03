"""decode-resumed and encode-resumed: chunks behind each of which the state is saved and restored.

Between the two the decoder or encoder goes on to the end of the text, or to an error, so that its
state changes in whatever way this can. Every second time a fresh one goes on from the saved state.
"""

from contextlib import suppress

from encoding import chunks_of, inexpressible, without_bars
from fields import bytes_of, hex_of, refused, refused_at, values

HIGH_SURROGATE = "\ud83d"


def decode_resumed(interface):
    def answer(line):
        chunks = list(map(bytes_of, line.split(b" ")))
        decoder, fed, delivered = interface.decoder(), 0, ""
        try:
            for number, chunk in enumerate(chunks, 1):
                fed += len(chunk)
                delivered += values(decoder.feed(chunk)) + " |"
                state = decoder.getstate()
                read_on(decoder, b"".join(chunks[number:]))
                if number % 2 == 0:
                    decoder = interface.decoder()
                decoder.setstate(state)
            return "ok" + delivered + values(decoder.finish())
        except UnicodeError as error:
            return refused(error, fed) + delivered

    return answer


def read_on(decoder, data):
    with suppress(UnicodeError):
        decoder.feed(data)
        decoder.feed(b"\xff")
        decoder.finish()


def encode_resumed(interface):
    def answer(line):
        try:
            chunks = chunks_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(without_bars(line), error)
        encoder, before, fields = interface.encoder(), 0, []
        try:
            for number, text in enumerate(chunks, 1):
                fields.append(hex_of(encoder.feed(text)))
                before += len(text)
                state = encoder.getstate()
                write_on(encoder, "".join(chunks[number:]))
                if number % 2 == 0:
                    encoder = interface.encoder()
                encoder.setstate(state)
            fields.append(hex_of(encoder.finish()))
        except UnicodeError as error:
            return refused_at(error, before)
        return "ok " + " | ".join(fields)

    return answer


def write_on(encoder, text):
    with suppress(UnicodeError):
        encoder.feed(text)
        encoder.feed(HIGH_SURROGATE)
        encoder.finish()
