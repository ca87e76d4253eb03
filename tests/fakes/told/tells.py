"""Decoders of ASCII that tell of the octets beyond it: whether there were any, or how many."""

from __future__ import annotations

import sys
from importlib import import_module

protocol, operations = import_module("protocol"), import_module("operations")


def count(data: bytes) -> tuple[str, int]:
    text = "".join(chr(octet) if octet < 0x80 else "\ufffd" for octet in data)
    return text, sum(octet > 0x7F for octet in data)


def say(data: bytes) -> tuple[str, bool]:
    text, number = count(data)
    return text, number > 0


def refuse(data: bytes) -> tuple[str, bool]:
    raise UnicodeDecodeError("utf-8", data, 0, 1, "refused")


if __name__ == "__main__":
    protocol.serve(
        "tells",
        sys.version.split()[0],
        [
            operations.Offer(name, "UTF-8", "replace", told=told)
            for name, told in (("counts", count), ("says", say), ("refuses", refuse))
        ],
    )
