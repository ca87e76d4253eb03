"""The interfaces under test, each behind the few methods that the ops need.

whole      decode(data), encode(text), decode_buffer(buffer) where it takes slices, and
           repeated(buffer): a function that decodes what the buffer then holds
decoder()  an object with feed(chunk), finish(), decode(data) to the end, reset() where there is one
validator() an object with feed(chunk), finish(), which raise for what is ill-formed
encoder()  an object with feed(text), finish()

UnicodeDecodeError and UnicodeEncodeError tell a place in what was given; where a package does not
tell one, its error becomes a plain UnicodeError.
"""

import codecs


class Whole:
    """What each interface does when it is asked about one buffer again and again."""

    takes_slices = False

    def repeated(self, buffer):
        return lambda: self.decode(bytes(buffer))


class Calls(Whole):
    """A function that reads bytes and one that writes text, with the errors that tell no place."""

    def __init__(self, read, write=None, untold=()):
        self.read, self.write, self.untold = read, write, untold

    def decode(self, data):
        try:
            return self.read(data)
        except self.untold as error:
            raise UnicodeError(str(error)) from None

    def encode(self, text):
        try:
            return self.write(text)
        except self.untold as error:
            raise UnicodeError(str(error)) from None


def in_quotes(loads):
    """The function that reads the bytes of a JSON string without its quotation marks."""
    return lambda data: loads(b'"%b"' % data)


def without_quotes(dumps):
    return lambda text: dumps(text)[1:-1]


class Validator(Whole):
    """The validators of WebSocket packages: (valid, ends on a code point, index, total index).

    The index is that of the octet that was refused, which is not where its sequence begins.
    """

    def __init__(self, new_validator):
        self.new_validator = new_validator

    def decode(self, data):
        valid, complete, _, _ = self.new_validator().validate(data)
        if not (valid and complete):
            raise UnicodeError("incomplete" if valid else "invalid")

    def validator(self):
        return ValidatorFeeding(self.new_validator())


class ValidatorFeeding:
    """validate for each chunk: "state is kept between calls", says each of the packages."""

    def __init__(self, validator):
        self.validate, self.complete = validator.validate, True

    def feed(self, chunk):
        valid, self.complete, _, _ = self.validate(chunk)
        if not valid:
            raise UnicodeError("invalid")

    def finish(self):
        if not self.complete:
            raise UnicodeError("incomplete")


class Octets(Whole):
    """Utf8Validator.decode of ws4py, which takes one octet and may then have a code point."""

    def __init__(self, new_validator):
        self.new_validator = new_validator

    def decode(self, data):
        return self.decoder().decode(data)

    def decoder(self):
        return OctetsDecoding(self.new_validator())


class OctetsDecoding:
    def __init__(self, validator):
        self.validator, self.reset = validator, validator.reset

    def feed(self, chunk):
        return "".join(filter(None, map(self.take, chunk)))

    def take(self, octet):
        state = self.validator.decode(octet)
        if state == self.validator.UTF8_REJECT:
            raise UnicodeError("rejected")
        return chr(self.validator.codepoint) if state == self.validator.UTF8_ACCEPT else None

    def finish(self):
        if self.validator.state != self.validator.UTF8_ACCEPT:
            raise UnicodeError("incomplete")
        return ""

    def decode(self, data):
        return self.feed(data) + self.finish()


class WebEncoding(Whole):
    """webencodings.decode and encode, IncrementalDecoder and IncrementalEncoder."""

    def __init__(self, package, label, errors):
        self.package, self.label, self.errors = package, label, errors

    def decode(self, data):
        return self.package.decode(data, self.label, self.errors)[0]

    def encode(self, text):
        return self.package.encode(text, self.label, self.errors)

    def decoder(self):
        return Chunks(self.package.IncrementalDecoder(self.label, self.errors).decode, b"")

    def encoder(self):
        return Chunks(self.package.IncrementalEncoder(self.label, self.errors).encode, "")


class Chunks:
    """A function of (chunk, final)."""

    def __init__(self, feed, nothing):
        self.feed, self.nothing = feed, nothing

    def finish(self):
        return self.feed(self.nothing, True)


class Registered(Whole):
    """An encoding that a package registers: bytes.decode, str.encode, the incremental interface.

    It decodes in pieces, and its errors count within the piece, which is told apart from the whole
    by what it holds.
    """

    def __init__(self, encoding, errors):
        self.encoding, self.errors = encoding, errors

    def decode(self, data):
        try:
            return data.decode(self.encoding, self.errors)
        except UnicodeDecodeError as error:
            if error.object == data:
                raise
            raise UnicodeError(error.reason) from None

    def encode(self, text):
        return text.encode(self.encoding, self.errors)

    def decoder(self):
        return Pieces(codecs.getincrementaldecoder(self.encoding)(self.errors))

    def encoder(self):
        return Chunks(codecs.getincrementalencoder(self.encoding)(self.errors).encode, "")


class Pieces:
    def __init__(self, decoder):
        self.decoder, self.reset = decoder, decoder.reset

    def feed(self, chunk):
        return self.taken(chunk, is_last=False)

    def finish(self):
        return self.taken(b"", is_last=True)

    def decode(self, data):
        return self.taken(data, is_last=True)

    def taken(self, chunk, *, is_last):
        given = self.decoder.getstate()[0] + chunk
        try:
            return self.decoder.decode(chunk, is_last)
        except UnicodeDecodeError as error:
            if error.object == given:
                raise
            raise UnicodeError(error.reason) from None


class Plaintext(Whole):
    """lxml's HTML parser on a document that ends in plain text: no markup, no references.

    With `recovers` the parser goes on after an error.
    """

    START = b"<!DOCTYPE html><plaintext>"

    def __init__(self, etree, encoding, *, recovers):
        self.etree, self.encoding, self.recovers = etree, encoding, recovers

    def parser(self):
        return self.etree.HTMLParser(encoding=self.encoding, recover=self.recovers)

    def decode(self, data):
        try:
            return text_of(self.etree.fromstring(self.START + data, self.parser()))
        except self.etree.ParseError as error:
            raise UnicodeError(str(error)) from None

    def decoder(self):
        return PlaintextFeeding(self)


class PlaintextFeeding:
    """The feed interface: all text comes when the parser is closed."""

    def __init__(self, interface):
        self.parse_error = interface.etree.ParseError
        self.parser = interface.parser()
        self.parser.feed(interface.START)

    def feed(self, chunk):
        try:
            self.parser.feed(chunk)
        except self.parse_error as error:
            raise UnicodeError(str(error)) from None
        return ""

    def finish(self):
        try:
            return text_of(self.parser.close())
        except self.parse_error as error:
            raise UnicodeError(str(error)) from None


def text_of(document):
    return document.findtext(".//plaintext")


class Cast(Whole):
    """pyarrow: the cast of an array of one binary value to strings, which validates it."""

    takes_slices = True

    def __init__(self, package, compute):
        self.package, self.compute = package, compute

    def decode(self, data):
        return self.repeated(data)()

    decode_buffer = decode

    def decoded_size(self, data):
        strings = self.array_of(data).cast(self.package.large_string())
        return self.compute.utf8_length(strings)[0].as_py()

    def repeated(self, buffer):
        array = self.array_of(buffer)
        return lambda: self.cast(array)

    def array_of(self, buffer):
        ends = self.package.py_buffer(len(buffer).to_bytes(8, "little").rjust(16, b"\0"))
        parts = [None, ends, self.package.py_buffer(buffer)]
        return self.package.Array.from_buffers(self.package.large_binary(), 1, parts)

    def cast(self, array):
        try:
            return array.cast(self.package.large_string())[0].as_py()
        except self.package.ArrowInvalid as error:
            raise UnicodeError(str(error)) from None
