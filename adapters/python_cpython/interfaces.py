"""The interfaces under test, each behind the few methods that the ops need.

whole      decode(data), decode_buffer(buffer), encode(text), and repeated(buffer): a function that
           decodes what the buffer then holds
decoder()  an object with feed(chunk), finish(), decode(data) to the end, reset(), and where its
           state can be saved getstate(), setstate(state)
encoder()  an object with feed(text), finish(), and the same where its state can be saved
"""

import ast
import codecs
import io
import json
import urllib.parse
from functools import cache, partial


class Whole:
    """What each interface does when it is asked about one buffer again and again."""

    takes_slices = False

    def repeated(self, buffer):
        return partial(self.decode, buffer)


class Counting:
    """An error handler that the library calls for each error, and that does as another one does."""

    def __init__(self, errors):
        self.name, self.usual, self.calls = "counting-" + errors, codecs.lookup_error(errors), 0
        codecs.register_error(self.name, self)

    def __call__(self, error):
        self.calls += 1
        return self.usual(error)

    def told(self, decode):
        """The interface's text, and how often it called the handler."""
        self.calls = 0
        text = decode(self.name)
        return text, self.calls


counting = cache(Counting)


class Bytes(Whole):
    """bytes.decode and str.encode."""

    takes_slices = True

    def __init__(self, encoding, errors):
        self.encoding, self.errors = encoding, errors
        self.counting = counting(errors)

    def decode(self, data):
        return data.decode(self.encoding, self.errors)

    def told(self, data):
        return self.counting.told(partial(data.decode, self.encoding))

    def decode_buffer(self, buffer):
        return str(buffer, self.encoding, self.errors)

    def repeated(self, buffer):
        return partial(buffer.decode, self.encoding, self.errors)

    def encode(self, text):
        return text.encode(self.encoding, self.errors)


class Incremental(Whole):
    """codecs.getincrementaldecoder and codecs.getincrementalencoder."""

    takes_slices = True

    def __init__(self, encoding, errors):
        self.new_decoder = codecs.getincrementaldecoder(encoding)
        self.new_encoder = codecs.getincrementalencoder(encoding)
        self.errors = errors
        self.counting = counting(errors)

    def decode(self, data):
        return self.new_decoder(self.errors).decode(data, True)

    def told(self, data):
        return self.counting.told(lambda errors: self.new_decoder(errors).decode(data, True))

    decode_buffer = decode

    def encode(self, text):
        return self.new_encoder(self.errors).encode(text, True)

    def decoder(self):
        return IncrementalDecoding(self.new_decoder(self.errors))

    def encoder(self):
        return IncrementalEncoding(self.new_encoder(self.errors))


class IncrementalDecoding:
    def __init__(self, decoder):
        self.feed, self.reset = decoder.decode, decoder.reset
        self.getstate, self.setstate = decoder.getstate, decoder.setstate
        self.decoder = decoder

    def finish(self):
        return self.decoder.decode(b"", True)

    def decode(self, data):
        return self.decoder.decode(data, True)


class IncrementalEncoding:
    def __init__(self, encoder):
        self.feed = encoder.encode
        self.getstate, self.setstate = encoder.getstate, encoder.setstate
        self.encoder = encoder

    def finish(self):
        return self.encoder.encode("", True)


class Stream(Whole):
    """codecs.StreamReader and codecs.StreamWriter."""

    def __init__(self, encoding, errors):
        self.new_reader, self.new_writer = codecs.getreader(encoding), codecs.getwriter(encoding)
        self.errors = errors

    def decode(self, data):
        return self.new_reader(io.BytesIO(data), self.errors).read()

    def encode(self, text):
        stream = io.BytesIO()
        self.new_writer(stream, self.errors).write(text)
        return stream.getvalue()

    def decoder(self):
        return StreamDecoding(self)

    def encoder(self):
        stream = io.BytesIO()
        return StreamEncoding(stream, self.new_writer(stream, self.errors).write)


class StreamDecoding:
    """A stream that yields one chunk at a time, and then nothing."""

    def __init__(self, interface):
        self.chunk = b""
        self.reader = interface.new_reader(self, interface.errors)
        self.reset = self.reader.reset

    def read(self, size=-1):
        chunk, self.chunk = self.chunk, b""
        return chunk

    def feed(self, chunk):
        self.chunk = chunk
        return self.reader.read()

    def finish(self):
        return self.reader.read()

    def decode(self, data):
        return self.feed(data) + self.finish()


class StreamEncoding:
    def __init__(self, stream, write):
        self.stream, self.write = stream, write

    def feed(self, text):
        self.write(text)
        return self.finish()

    def finish(self):
        written = self.stream.getvalue()
        self.stream.seek(0)
        self.stream.truncate()
        return written


class TextIO(Whole):
    """io.TextIOWrapper; an empty `newline` leaves line ends alone."""

    def __init__(self, encoding, errors):
        self.arguments = {"encoding": encoding, "errors": errors, "newline": ""}

    def over(self, stream):
        return io.TextIOWrapper(stream, **self.arguments)

    def decode(self, data):
        return self.over(io.BytesIO(data)).read()

    def encode(self, text):
        return self.encoder().feed(text)

    def encoder(self):
        return TextIOEncoding(self.arguments)


class TextIOEncoding:
    def __init__(self, arguments):
        self.stream = io.BytesIO()
        self.file = io.TextIOWrapper(self.stream, **arguments)
        self.taken = 0

    def feed(self, text):
        self.file.write(text)
        return self.finish()

    def finish(self):
        self.file.flush()
        written = self.stream.getvalue()[self.taken :]
        self.taken += len(written)
        return written


class Unquote(Whole):
    """urllib.parse.unquote, which has no encoder of its own."""

    def __init__(self, encoding, errors):
        self.encoding, self.errors = encoding, errors

    def decode(self, data):
        quoted = "%%%02x" * len(data) % tuple(data)
        return urllib.parse.unquote(quoted, self.encoding, self.errors)


class JsonString(Whole):
    """json.loads of bytes: the quotation marks are JSON's, and errors count the first of them."""

    def decode(self, data):
        try:
            return json.loads(b'"%b"' % data)
        except UnicodeDecodeError as error:
            start, end = error.start - 1, error.end - 1
            raise UnicodeDecodeError(error.encoding, data, start, end, error.reason) from None


class SourceString(Whole):
    """ast.parse of source text in its default encoding, which is UTF-8; nothing is executed."""

    def decode(self, data):
        try:
            return ast.parse(b'"%b"' % data, mode="eval").body.value
        except SyntaxError as error:
            raise UnicodeError(error.msg) from None
