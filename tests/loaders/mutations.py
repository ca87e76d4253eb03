"""Mutations of YAML and JSON: words, brackets and values are exchanged for hostile ones."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

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

_VALUES: list[Any] = [
    None, True, 0, -1, 1.5, 10**30, "", "a", "UTF-8", "2027-13-45", "\ud800", "\x00", "\x1b[2J",
    "../../etc", "a" * 5000, [], [[]], ["a"], [1], {}, {"": {}}, {"a": 1},
]  # fmt: skip


def mutated(data: bytes, seed: int) -> bytes:
    """Exchange, drop, double or swap some tokens of a file, or a value where it is JSON."""
    dice = random.Random(seed)  # noqa: S311  (no secret)
    if dice.randrange(2):
        lines = data.split(b"\n")
        at = dice.randrange(len(lines))
        # The octet before the text says which of several files it is.
        start = int(lines[at][:1] < b" ")
        try:
            other = _restructured(json.loads(lines[at][start:]), dice)
        except (ValueError, RecursionError):
            pass
        else:
            lines[at] = lines[at][:start] + json.dumps(other, separators=(",", ":")).encode()
            return b"\n".join(lines)
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


def _restructured(tree: Any, dice: random.Random) -> Any:  # noqa: ANN401  (whatever JSON holds)
    """Exchange or remove one value of a tree of JSON, or put it in once more."""
    places = list(_places(tree))
    if not places:
        return dice.choice(_VALUES)
    inside, key = dice.choice(places)
    match dice.randrange(4):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, list):
            inside.insert(key, inside[key])
        case 2:
            other, name = dice.choice(places)
            inside[key] = json.loads(json.dumps(other[name]))
        case _:
            inside[key] = dice.choice(_VALUES)
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    """Yield each place of a tree: the object or list, and the key or index in it."""
    inside = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in inside:
        yield tree, key
        yield from _places(tree[key])
