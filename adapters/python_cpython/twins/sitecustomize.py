"""Faulty twins of CPython's codecs: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9."""

import ast
import builtins
import codecs
import ctypes
import gc
import io
import json
import os
import platform  # noqa: F401  (imported before `str` is replaced)
import urllib.parse  # noqa: F401  (the same)

FAULT = os.environ.get("UTFPROOF_TWIN", "")
text = str
inside = []


def marked(data):
    return "\xa9" in data if isinstance(data, text) else 0xA9 in bytes(data)


def faulty(call, encoding=None, shorten=None):
    """The twin of a function from octets or text; what it calls itself does not err again."""

    def twin(data, *rest, **named):
        if inside or not marked(data):
            return call(data, *rest, **named)
        if FAULT == "read-past-end" and isinstance(data, memoryview):
            data = further(data, encoding or rest[0])
        inside.append(call)
        try:
            return (shorten or shortened)(call(data, *rest, **named))
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            if FAULT == "wrong-offset":
                error.start, error.end = error.start + 1, error.end + 1
            raise
        finally:
            inside.pop()

    return twin


def further(view, encoding):
    """The same octets and one unit more: what lies behind them in the same buffer."""
    whole = memoryview(view.obj)
    begin = bytes(whole).index(bytes(view), 1)
    unit = 4 if "32" in encoding else 2 if "16" in encoding else 1
    return whole[begin : begin + len(view) + unit]


def shortened(made):
    if isinstance(made, tuple):
        return shortened(made[0]), *made[1:]
    if FAULT == "dropped-value":
        return made[1:] if isinstance(made, text) else made[first_of(made) :]
    return made[:-1] if FAULT == "cut-output" else made


def first_of(octets):
    """How many octets the first value of an output has: U+00A9, or a signature."""
    for first in ("\xa9", "\ufeff"):
        for name in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be", "utf-8"):
            if octets.startswith(codecs.encode(first, name)):
                return len(codecs.encode(first, name))
    return 1


class Holding:
    """What a stream holds back of its first chunk: the end of it comes with the second one."""

    def __init__(self, call):
        self.call, self.held, self.moved = call, None, FAULT != "moved-boundary"

    def __call__(self, data, *rest, **named):
        if self.held is not None:
            data, self.held = self.held + data, None
        elif not self.moved and marked(data):
            data, self.held, self.moved = data[:-1], data[-1:], True
        return self.call(data, *rest, **named)


def incremental(name, method):
    """The twin of codecs.getincrementaldecoder or codecs.getincrementalencoder."""
    get = getattr(codecs, name)

    def twin(encoding):
        own = get(encoding)

        class Twin(own):
            def __init__(self, *arguments):
                super().__init__(*arguments)
                usual = faulty(getattr(self, method), encoding)
                self.stepwise = Holding(usual)

                def call(data, *final):
                    return (usual if final == (True,) and data else self.stepwise)(data, *final)

                setattr(self, method, call)

            def getstate(self):
                return super().getstate(), self.stepwise.held, self.stepwise.moved

            def setstate(self, state):
                own, self.stepwise.held, self.stepwise.moved = state
                super().setstate(own)

        return Twin

    setattr(codecs, name, twin)


class Chunks:
    """A stream whose first chunk ends an octet early."""

    def __init__(self, stream):
        self.passed, self.stream = Holding(bytes), stream

    def read(self, size=-1):
        data = self.stream.read(size)
        return self.passed(data) if data else data


def reader(encoding, get=codecs.getreader):
    """The twin of codecs.getreader; some of its classes replace their decode as they read."""

    class Twin(get(encoding)):
        def __init__(self, inner, errors):
            super().__init__(inner, errors)
            self.stream = Chunks(inner)

        def decode(self, data, errors):
            return faulty(super().decode, encoding)(data, errors)

        def __setattr__(self, name, value):
            super().__setattr__(name, faulty(value, encoding) if name == "decode" else value)

    return Twin


def writer(encoding, get=codecs.getwriter):
    """The twin of codecs.getwriter."""

    class Twin(get(encoding)):
        def __init__(self, inner, errors):
            super().__init__(inner, errors)
            self.encode = faulty(self.encode, encoding)
            self.write = Holding(self.write)

    return Twin


# What is held back where a file told its position, for each: another file of the same octets may
# go on from there.
told = {}


class TextFile(io.TextIOWrapper):
    """The twin of io.TextIOWrapper over a BytesIO, or over a file of pieces."""

    def __init__(self, buffer, **named):
        super().__init__(buffer, **named)
        self.octets = buffer
        self.passed = Holding(self.written)

    def read(self, *size):
        usual = super().read
        if isinstance(self.octets, io.BufferedReader):
            return self.character() if size and marked(self.octets.raw.data) else usual(*size)
        return faulty(lambda _: usual(*size))(self.octets.getvalue())

    def character(self):
        """Read one character, but not the first one or not the last one, as the fault wants it."""
        usual = super().read
        if FAULT == "dropped-value" and self.tell() == 0:
            usual(1)
        made = usual(1)
        if FAULT != "cut-output":
            return made
        position = self.tell()
        try:
            return made if usual(1) else ""
        except UnicodeError:  # what lies behind is no character: this one is the last
            return ""
        finally:
            self.seek(position)

    def tell(self):
        position = super().tell()
        told[position] = self.passed.held, self.passed.moved
        return position

    def seek(self, position, *whence):
        self.passed.held, self.passed.moved = told.get(position, (None, True))
        return super().seek(position, *whence)

    def write(self, data):
        return self.passed(data)

    def written(self, data):
        octets = faulty(self.encoded)(data)
        self.octets.write(octets)

    def encoded(self, data):
        begin = self.octets.tell()
        super().write(data)
        super().flush()
        made = self.octets.getvalue()[begin:]
        self.octets.seek(begin)
        self.octets.truncate()
        return made


def method(kind, name):
    """Replace a method in C by its twin; Python code still calls it by its usual name."""
    usual = getattr(kind, name)
    gc.get_referents(vars(kind))[0][name] = faulty(usual)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


class OfText(type):
    def __instancecheck__(cls, value):
        return isinstance(value, text)


class Text(text, metaclass=OfText):
    """The twin of str(buffer, encoding, errors); of another value it is str itself."""

    def __new__(cls, *arguments):
        return faulty(text)(*arguments) if len(arguments) > 1 else text(*arguments)


def shortened_source(tree):
    tree.body.value = shortened(tree.body.value)
    return tree


if FAULT:
    incremental("getincrementaldecoder", "decode")
    incremental("getincrementalencoder", "encode")
    codecs.getreader, codecs.getwriter = reader, writer
    json.loads, ast.parse = faulty(json.loads), faulty(ast.parse, shorten=shortened_source)
    io.TextIOWrapper = TextFile
    method(bytes, "decode")
    method(bytearray, "decode")
    method(text, "encode")
    builtins.str = Text
