"""Packages of the Python Package Index that have a decoder or encoder of their own.

JSON        a string in quotation marks: orjson, msgspec, pysimdjson (with the kernel for this
            processor, and with the one that works on all), ujson, jiter, and pyjson5
binary      protobuf (a field of type string), ormsgpack, pyarrow (a cast from binary to string)
checks      pydantic-core (bytes for a str), the validators of autobahn, wsaccel and ws4py
the web     webencodings, lxml (a document in HTML)
variants    ftfy (utf-8-variants), mutf8 (in C and in Python) and javaobj (modified UTF-8)

Only msgspec, webencodings, mutf8 and javaobj tell where an error is, and ftfy sometimes; that of
orjson has a position, which is always the start of the document. A value beyond 10ffff from pyjson5
can only be reported as an error, since Python cannot read it. A package that cannot be
imported is left out. Nothing here writes into a buffer of the caller's size.
"""

from importlib import import_module
from importlib.metadata import version

import protocol
from interfaces import (
    Calls,
    Cast,
    Octets,
    Plaintext,
    Registered,
    Validator,
    WebEncoding,
    in_quotes,
    without_quotes,
)
from operations import Offer

MODES = {"strict": "strict", "replace": "replace", "skip": "ignore"}


def json_offer(codec, loads, dumps=None, untold=()):
    """JSON keeps quotation marks, backslashes and controls from its strings: no sweep."""
    calls = Calls(in_quotes(loads), dumps and without_quotes(dumps), untold)
    return Offer(codec, "UTF-8", "strict", calls, writer=dumps and calls, sweeps=False)


def of_orjson(orjson):
    untold = orjson.JSONDecodeError, orjson.JSONEncodeError
    yield json_offer("orjson", orjson.loads, orjson.dumps, untold)


def of_msgspec(msgspec):
    decoder = msgspec.json.Decoder(str)
    yield json_offer("msgspec", decoder.decode, msgspec.json.encode, msgspec.DecodeError)


def of_pysimdjson(simdjson):
    best, _ = simdjson.Parser().implementation
    for codec, kernel in {"pysimdjson": best, "pysimdjson-fallback": "fallback"}.items():
        yield json_offer(codec, parse_by(simdjson.Parser, kernel), untold=ValueError)


def parse_by(new_parser, kernel):
    """The kernel set in one parser is that of all of them: each call sets its own."""

    def parse(data):
        parser = new_parser()
        parser.implementation = kernel
        return parser.parse(data)

    return parse


def of_ujson(ujson):
    yield json_offer("ujson", ujson.loads, untold=ujson.JSONDecodeError)


def of_jiter(jiter):
    yield json_offer("jiter", jiter.from_json, untold=ValueError)


def of_pyjson5(pyjson5):
    """Its values may lie beyond 10ffff: no str can, and reading one raises SystemError."""

    def loads(data):
        return "".join(list(pyjson5.decode_utf8(data)))

    untold = pyjson5.Json5DecoderException, SystemError
    yield json_offer("pyjson5", loads, untold=untold)


def of_protobuf(wrappers, message):
    """A field of type bytes and one of type string are written alike."""
    octets, text = wrappers.BytesValue, wrappers.StringValue
    calls = Calls(
        lambda data: text.FromString(octets(value=data).SerializeToString()).value,
        lambda value: octets.FromString(text(value=value).SerializeToString()).value,
        message.DecodeError,
    )
    yield Offer("protobuf", "UTF-8", "strict", calls, writer=calls)


def of_ormsgpack(ormsgpack):
    head_sizes = {0xD9: 2, 0xDA: 3, 0xDB: 5}  # those of strings beyond 31 octets

    def read(data):
        return ormsgpack.unpackb(b"\xdb%b%b" % (len(data).to_bytes(4, "big"), data))

    def write(text):
        packed = ormsgpack.packb(text)
        return packed[head_sizes.get(packed[0], 1) :]

    untold = ormsgpack.MsgpackDecodeError, ormsgpack.MsgpackEncodeError
    calls = Calls(read, write, untold)
    yield Offer("ormsgpack", "UTF-8", "strict", calls, writer=calls)


def of_pyarrow(pyarrow, compute):
    cast = Cast(pyarrow, compute)
    yield Offer("pyarrow", "UTF-8", "strict", cast, sizes=cast)


def of_pydantic_core(pydantic_core):
    validator = pydantic_core.SchemaValidator(pydantic_core.core_schema.str_schema())
    calls = Calls(validator.validate_python, untold=pydantic_core.ValidationError)
    yield Offer("pydantic-core", "UTF-8", "strict", calls)


def websocket_offer(codec, new_validator, decoder=None):
    validator = Validator(new_validator)
    return Offer(
        codec,
        "UTF-8",
        "strict",
        decoder,
        decoder,
        validator=validator,
        stepwise_validator=validator,
    )


def of_autobahn(nvx):
    yield websocket_offer("autobahn-nvx", nvx.Utf8Validator)


def of_wsaccel(wsaccel):
    yield websocket_offer("wsaccel", wsaccel.Utf8Validator)


def of_ws4py(ws4py):
    yield websocket_offer("ws4py", ws4py.Utf8Validator, Octets(ws4py.Utf8Validator))


def of_webencodings(webencodings):
    names = {"utf-8": "UTF-8", "utf-16be": "UTF-16BE", "utf-16le": "UTF-16LE"}
    for label, encoding in names.items():
        for mode, errors in MODES.items():
            web = WebEncoding(webencodings, label, errors)
            yield Offer("webencodings", encoding, mode, web, web, web, web, resets=False)

    def looked_up(label):
        found = webencodings.lookup(label)
        return found and names.get(found.name)

    yield Offer("webencodings", "-", "-", looks_up=looked_up)


def of_lxml(etree):
    for mode, recovers in {"strict": False, "replace": True}.items():
        text = Plaintext(etree, "utf-8", recovers=recovers)
        yield Offer("lxml-html", "UTF-8", mode, text, text, resets=False, sweeps=False)


def of_ftfy(_):
    """The import has registered the encoding."""
    for mode, errors in MODES.items():
        variants = Registered("utf-8-variants", errors)
        yield Offer("ftfy", "UTF-8", mode, variants, variants, variants, variants)


def of_mutf8(in_c, in_python):
    for codec, module in {"mutf8": in_c, "mutf8-python": in_python}.items():
        calls = Calls(module.decode_modified_utf8, module.encode_modified_utf8, RuntimeError)
        yield Offer(codec, "MUTF-8", "strict", calls, writer=calls)


def of_javaobj(javaobj):
    for mode, errors in MODES.items():
        read = decode_by(javaobj.decode_modified_utf8, errors)
        yield Offer("javaobj", "MUTF-8", mode, Calls(read))


def decode_by(decode, errors):
    return lambda data: decode(data, errors)[0]


PACKAGES = {
    "autobahn": (of_autobahn, "autobahn.nvx"),
    "ftfy": (of_ftfy, "ftfy.bad_codecs"),
    "javaobj-py3": (of_javaobj, "javaobj.modifiedutf8"),
    "jiter": (of_jiter, "jiter"),
    "lxml": (of_lxml, "lxml.etree"),
    "msgspec": (of_msgspec, "msgspec"),
    "mutf8": (of_mutf8, "mutf8.cmutf8", "mutf8.mutf8"),
    "orjson": (of_orjson, "orjson"),
    "ormsgpack": (of_ormsgpack, "ormsgpack"),
    "protobuf": (of_protobuf, "google.protobuf.wrappers_pb2", "google.protobuf.message"),
    "pyarrow": (of_pyarrow, "pyarrow", "pyarrow.compute"),
    "pydantic-core": (of_pydantic_core, "pydantic_core"),
    "pyjson5": (of_pyjson5, "pyjson5"),
    "pysimdjson": (of_pysimdjson, "simdjson"),
    "ujson": (of_ujson, "ujson"),
    "webencodings": (of_webencodings, "webencodings"),
    "ws4py": (of_ws4py, "ws4py.utf8validator"),
    "wsaccel": (of_wsaccel, "wsaccel.utf8validator"),
}
"""The name of a package → its offers, and the modules that they need."""


def main():
    offers, versions = [], {}
    for package, (its_offers, *modules) in PACKAGES.items():
        try:
            found = list(its_offers(*map(import_module, modules)))
        except ImportError:
            continue
        offers += found
        versions.update({offer.codec: version(package) for offer in found})
    protocol.serve("python_packages", versions.get, offers)


if __name__ == "__main__":
    main()
