"""Puts a replacement for every octet, in chunks, where maximal subparts are promised."""

from __future__ import annotations

import json

import reads_by_the_table

OFFER = "decode-chunks UTF-8 replace"
HELLO = {
    "protocol": 1,
    "adapter": "fake",
    "codecs": [{"name": "table", "version": "1.0", "offers": [OFFER]}],
}


def answer(header: str, line: str) -> str:
    del header
    chunks = line.split(" ")
    octets = b"".join(bytes.fromhex(chunk) for chunk in chunks if chunk != "-")
    values: list[int] = []
    at = 0
    while at < len(octets):
        length, value = reads_by_the_table.step(octets, at, reads_by_the_table.TABLE)
        values.append(0xFFFD if value is None else value)
        at += 1 if value is None else length
    # All of it comes with the first chunk, and nothing with the others and the flush.
    return reads_by_the_table.said("ok", values) + " |" * len(chunks)


if __name__ == "__main__":
    reads_by_the_table.converse(answer, json.dumps(HELLO))
