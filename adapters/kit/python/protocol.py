"""The conversation: blocks of lines on stdin, one answer for each data line on stdout."""

import json

BUFFER = 1 << 18


def serve(adapter, version, offers):
    """Answers until stdin ends. `version` is that of all codecs, or a function of their names."""
    hello = greeting(adapter, version, offers)
    answers = {
        f"{operation} {offer.codec} {offer.encoding} {offer.mode}".encode(): answer
        for offer in offers
        for operation, answer in offer.operations.items()
    }
    with open(0, "rb", BUFFER) as lines, open(1, "w", BUFFER, encoding="ascii") as out:
        for line in lines:
            header = line.rstrip(b"\r\n")
            if not header:
                continue
            if is_hello(header):
                out.write(hello + "\n")
            answer_block(lines, answers.get(header, unknown_header), out)
            out.flush()


def answer_block(lines, answer, out):
    """Ends with the empty line or with stdin."""
    write = out.write
    for line in lines:
        line = line.rstrip(b"\r\n")
        if not line:
            write("\n")
            return
        try:
            write(answer(line) + "\n")
        except (ValueError, OverflowError) as error:
            write("failed " + in_one_line(error) + "\n")


def unknown_header(line):
    return "failed unknown header"


def in_one_line(error):
    """The interfaces' own errors are UnicodeError, answered by the ops: this one is of the line."""
    return ascii(f"{type(error).__name__}: {error}")


def is_hello(header):
    word, _, version = header.partition(b" ")
    return word == b"hello" and version.isdigit()


def greeting(adapter, version, offers):
    codecs = {}
    for offer in offers:
        listed = codecs.setdefault(offer.codec, [])
        listed += [f"{name} {offer.encoding} {offer.mode}" for name in offer.operations]
    version_of = version if callable(version) else lambda name: version
    described = [
        {"name": name, "version": version_of(name), "offers": listed}
        for name, listed in codecs.items()
    ]
    greeting = {"protocol": 1, "adapter": adapter, "codecs": described}
    return json.dumps(greeting, separators=(",", ":"))
