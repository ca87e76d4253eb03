"""Answers to chunks: one moment for each chunk and for the flush; halves of a pair across them."""

from __future__ import annotations

import re

from utfproof.adapters.session.answer_lines import parse
from utfproof.model.operation import ENCODE_STREAM_OPS, STREAM_OPS, Op
from utfproof.model.outcome import Decoded, Encoded, Garbled, Outcome, Refused

_SPLIT_PAIR = re.compile(
    rb" (?P<high>d[89ab][0-9a-f]{2})(?P<bars>(?: \|)+) (?P<low>d[c-f][0-9a-f]{2})(?= |$)"
)


def read(op: Op, asked: bytes, answer: bytes) -> Outcome:
    """Read an answer to a data line; Garbled too where its outputs are not those of the chunks."""
    outcome = parse(op, answer)
    problem = None
    if op in STREAM_OPS:
        problem = _problem(outcome, asked.count(b" ") + 1)
    elif op in ENCODE_STREAM_OPS:
        problem = _problem(outcome, asked.count(b"|") + 1)
    return Garbled(answer[:200].decode("ascii"), problem) if problem else outcome


def _problem(outcome: Outcome, chunks: int) -> str | None:
    match outcome:
        case Decoded(_, outputs) | Encoded(_, outputs) if len(outputs) != chunks + 1:
            return f"{len(outputs) - 1} chunks and a flush in an answer to {chunks}"
        case Refused(chunks=told) if told > chunks:
            return f"{told} finished chunks of {chunks}"
        case _:
            return None


def pairs_joined(answer: bytes) -> bytes:
    """Join a high surrogate to the low one that begins the next moment with text.

    A decoder of a host with UTF-16 strings delivers each half with its chunk: together they are
    one character, which is there when its second half is. Within a moment the adapter joins.
    """
    return _SPLIT_PAIR.sub(_joined, answer)


def _joined(match: re.Match[bytes]) -> bytes:
    high, low = int(match["high"], 16), int(match["low"], 16)
    # Each half has ten bits of the value less 10000 (Unicode, Table 3-5).
    value = 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)
    return b"%b %x" % (match["bars"], value)
