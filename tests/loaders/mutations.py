"""Mutations of files of YAML and JSON: words and brackets are exchanged for hostile ones."""

from __future__ import annotations

import random
import re

_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[-+.\w/*]+|[\[\]{}:,]|\n *(?:- )?')
_HOSTILE = [
    b"null", b"true", b"0", b"-1", b"1.5", b"1e999", b"-Infinity", b"NaN", b'""', b"[]", b"{}",
    b"9" * 5000, b"[" * 3000, b'{"a":' * 3000, b"[[[[]]]]", b'{"":{"":[]}}', b'"\\ud800"',
    b'"\\u0000"', b'"\\u001b]0;x\\u0007"', b'"\\e[2J"', b'"\\u202e"', b'"a\\nb"', b"\xff",
    b"\xed\xa0\x80",
    b"\x1b[31m", b"\x00", b"\xef\xbb\xbf", b"&a [*a]", b"*a", b"&a", b"!!python/object:os.system",
    b"!!binary x", b"<<: *a", b"---\n", b"...\n", b"? ", b"| ", b">-\n", b"'", b'"', b"#", b"\r",
    b"\t", b"../../etc", b"/dev/zero", b"a" * 5000, b"UTF-8", b"UTF-16LE", b"decode UTF-8 strict",
    b"{" + b"a," * 2000 + b"}", b"!" * 50, b"[!", b"**", b">=1,<2", b"2027-13-45", b"2", b"99",
]  # fmt: skip


def mutated(data: bytes, seed: int) -> bytes:
    """Exchange, drop, double or swap some tokens of a file."""
    dice = random.Random(seed)  # noqa: S311  (no secret)
    tokens = _TOKEN.split(data), _TOKEN.findall(data)
    gaps, words = list(tokens[0]), list(tokens[1])
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        if not words:
            return dice.choice(_HOSTILE)
        at = dice.randrange(len(words))
        match dice.randrange(6):
            case 0:
                words[at] = b""
            case 1:
                words[at] += words[dice.randrange(len(words))]
            case 2:
                words[at] = words[dice.randrange(len(words))]
            case 3:
                _double_a_line(words, gaps, at)
            case _:
                words[at] = dice.choice(_HOSTILE)
    pairs = zip(gaps, [*words, b""], strict=True)
    return b"".join(gap + word for gap, word in pairs)


def _double_a_line(words: list[bytes], gaps: list[bytes], at: int) -> None:
    """Put some tokens in once more: equal keys, a case that stands twice."""
    end = min(len(words), at + 8)
    words[end:end] = words[at:end]
    gaps[end:end] = gaps[at:end]
