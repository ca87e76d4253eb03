"""The ops that ask an encoder, each over the interfaces."""

from fields import hex_of, refused_at, text_of


def encode(interface):
    def answer(line):
        try:
            text = text_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(line, error)
        try:
            return "ok " + hex_of(interface.encode(text))
        except UnicodeError as error:
            return refused_at(error)

    return answer


def encode_size(interface, sizes):
    def answer(line):
        try:
            text = text_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(line, error)
        try:
            written = len(interface.encode(text))
        except UnicodeError as error:
            return refused_at(error)
        return "ok %d %d" % (sizes.encoded_size(text), written)

    return answer


def chunks_of(line):
    """Raises: ValueError or OverflowError, as `text_of`."""
    return [text_of(chunk) for chunk in line.split(b" | ")]


def encode_chunks(interface):
    def answer(line):
        try:
            chunks = chunks_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(without_bars(line), error)
        encoder, before, fields = interface.encoder(), 0, []
        try:
            for text in chunks:
                fields.append(hex_of(encoder.feed(text)))
                before += len(text)
            fields.append(hex_of(encoder.finish()))
        except UnicodeError as error:
            return refused_at(error, before)
        return "ok " + " | ".join(fields)

    return answer


def without_bars(line):
    """Empty chunks become a value that can be expressed."""
    return line.replace(b" | ", b" ").replace(b"-", b"0")


def inexpressible(fields, error):
    """A str holds 0 to 10FFFF, surrogates included. Raises: the error of a field not in hex."""
    if any(int(field, 16) > 0x10FFFF for field in fields.split(b" ")):
        return "impossible a str has no character beyond 10ffff"
    raise error
