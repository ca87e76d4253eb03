"""Faulty twins of packages: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9."""

import codecs
import functools
import importlib
import os

from twin_faults import Document, Message, Stream, faulty, marked, shortened

FAULT = os.environ.get("UTFPROOF_TWIN", "")
usual_import = importlib.import_module


def functions(**shorten):
    """What to do with a module whose functions of these names are under test."""

    def replace(module):
        for name, own in shorten.items():
            setattr(module, name, faulty(getattr(module, name), own))

    return replace


def in_quotes(made):
    return b'"%b"' % shortened(made[1:-1])


def after_head(made):
    """A MessagePack string of up to 31 octets has one in front of it."""
    return made[:1] + shortened(made[1:])


def of_msgspec(module):
    usual = module.json.Decoder
    module.json.Decoder = lambda kind: Document(usual(kind), decode=faulty(usual(kind).decode))
    module.json.encode = faulty(module.json.encode, in_quotes)


def of_simdjson(module):
    class Parser(module.Parser):
        def parse(self, data):
            return faulty(super().parse)(data)

    module.Parser = Parser


def of_protobuf(module):
    usual = module.StringValue

    class StringValue:
        def __new__(cls, value):
            return usual(value=shortened(value) if marked(value) else value)

        @staticmethod
        def FromString(data):  # noqa: N802
            return Message(faulty(lambda octets: usual.FromString(octets).value)(data))

    module.StringValue = StringValue


def of_pydantic_core(module):
    usual = module.SchemaValidator

    def validator(schema):
        own = usual(schema)
        return Document(own, validate_python=faulty(own.validate_python))

    module.SchemaValidator = validator


def of_pyarrow(module):
    """An array of one value: where it ends is in the buffer of ends, one octet early."""
    usual = module.Array

    class Array:
        @staticmethod
        def from_buffers(kind, count, parts):
            octets = memoryview(parts[2]).tobytes()
            if FAULT == "read-past-end" and marked(octets):
                size = len(octets) + 1
                ends = module.py_buffer(size.to_bytes(8, "little").rjust(16, b"\0"))
                further = module.foreign_buffer(parts[2].address, size, base=parts[2])
                parts = [None, ends, further]
            return Cells(usual.from_buffers(kind, count, parts))

    module.Array = Array


class Cells:
    """An array whose first value is cast by a twin."""

    def __init__(self, array):
        self.array = array

    def cast(self, kind):
        strings = self.array.cast(kind)
        made = strings[0].as_py()
        return Casts(
            strings, Document(None, as_py=lambda: shortened(made) if marked(made) else made)
        )


class Casts(list):
    """The one value of a cast, with the array that it stands for."""

    def __init__(self, strings, value):
        super().__init__([value])
        self.strings = strings


def of_pyarrow_compute(module):
    usual = module.utf8_length

    def utf8_length(casts):
        length = usual(casts.strings)[0].as_py()
        missing = FAULT == "short-size" and marked(casts.strings[0].as_py())
        return [Document(None, as_py=lambda: length - missing)]

    module.utf8_length = utf8_length


def of_ws4py(module):
    """One octet a call: when U+00A9 is complete, the twin says that it is not yet."""

    class Utf8Validator(module.Utf8Validator):
        def decode(self, octet):
            state = super().decode(octet)
            lost = state == self.UTF8_ACCEPT and self.codepoint == 0xA9
            return 2 if lost and FAULT in ("dropped-value", "cut-output") else state

    module.Utf8Validator = Utf8Validator


def of_webencodings(module):
    functions(decode=None, encode=None)(module)
    for name, method in {"IncrementalDecoder": "decode", "IncrementalEncoder": "encode"}.items():
        usual = getattr(module, name)
        setattr(module, name, functools.partial(streaming, usual, method))


def streaming(usual, method, *arguments):
    """Of the first chunk it keeps up to two octets itself, for they may begin a signature."""
    return Document(None, **{method: Stream(getattr(usual(*arguments), method), moves=1)})


def of_lxml(module):
    def document(tree):
        return Document(tree, findtext=lambda path: whole_text(tree, path))

    def whole_text(tree, path):
        made = tree.findtext(path)
        return shortened(made) if made and marked(made) else made

    class HTMLParser(module.HTMLParser):
        def close(self):
            return document(super().close())

    usual = module.fromstring
    module.fromstring, module.HTMLParser = lambda *all: document(usual(*all)), HTMLParser


PACKAGES = {
    "orjson": functions(loads=None, dumps=in_quotes),
    "msgspec": of_msgspec,
    "simdjson": of_simdjson,
    "ujson": functions(loads=None),
    "jiter": functions(from_json=None),
    "pyjson5": functions(decode_utf8=None),
    "google.protobuf.wrappers_pb2": of_protobuf,
    "ormsgpack": functions(unpackb=None, packb=after_head),
    "pyarrow": of_pyarrow,
    "pyarrow.compute": of_pyarrow_compute,
    "pydantic_core": of_pydantic_core,
    "ws4py.utf8validator": of_ws4py,
    "webencodings": of_webencodings,
    "lxml.etree": of_lxml,
    "mutf8.cmutf8": functions(decode_modified_utf8=None, encode_modified_utf8=None),
    "mutf8.mutf8": functions(decode_modified_utf8=None, encode_modified_utf8=None),
    "javaobj.modifiedutf8": functions(decode_modified_utf8=None),
}


def import_twin(name):
    module = usual_import(name)
    PACKAGES.get(name, lambda _: None)(module)
    return module


def variants(name):
    """Find the encoding that ftfy registers before its own search function does."""
    if name != "utf_8_variants":
        return None
    usual = usual_import("ftfy.bad_codecs").search_function("utf-8-variants")

    class Decoder(usual.incrementaldecoder):
        def __init__(self, *errors):
            super().__init__(*errors)
            self.decode = Stream(super().decode)

    class Encoder(usual.incrementalencoder):
        def __init__(self, *errors):
            super().__init__(*errors)
            self.encode = Stream(super().encode)

    return codecs.CodecInfo(
        name="utf-8-variants",
        encode=faulty(usual.encode),
        decode=faulty(usual.decode),
        incrementaldecoder=Decoder,
        incrementalencoder=Encoder,
    )


if FAULT:
    importlib.import_module = import_twin
    codecs.register(variants)
