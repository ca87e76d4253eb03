"""An honest adapter for UTF-8, asked of Python itself. The other programs here depart from it.

Each reads a whole block before it answers, so that a crash loses all answers of the block.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

OPS = ("decode", "validate", "encode")
OFFERS = ",".join(f'"{op} UTF-8 strict"' for op in OPS)
CODEC = f'{{"name":"fake","version":"1","offers":[{OFFERS}]}}'
HELLO = f'{{"protocol":1,"adapter":"fake","codecs":[{CODEC}]}}'


def answer(op: str, line: str) -> str:
    if op == "unknown":
        return "failed unknown header"
    try:
        if op == "encode":
            text = "" if line == "-" else "".join(chr(int(word, 16)) for word in line.split(" "))
            return f"ok {text.encode().hex() or '-'}"
        text = (b"" if line == "-" else bytes.fromhex(line)).decode()
    except UnicodeDecodeError as error:
        return f"error {error.start} {error.end - error.start}"
    except UnicodeEncodeError as error:
        return f"error {error.start}"
    except ValueError:
        return "failed the line cannot be read"
    return "ok" if op == "validate" else " ".join(["ok", *(f"{ord(letter):x}" for letter in text)])


def blocks() -> Iterator[tuple[str, list[str]]]:
    """Yield the op of each header, or `unknown`, with the lines of its block."""
    known = {f"{op} fake UTF-8 strict": op for op in OPS} | {f"hello {n}": "hello" for n in "129"}
    stripped = (line.rstrip("\r\n") for line in sys.stdin)
    for header in stripped:
        if header:
            lines = []
            while line := next(stripped, ""):
                lines.append(line)
            yield known.get(header, "unknown"), lines


def told(op: str, lines: list[str]) -> list[str]:
    """Return the answers of a block."""
    return [HELLO] if op == "hello" else [answer(op, line) for line in lines]


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def converse(answer: Callable[[str, str], str] = answer, hello: str = HELLO) -> None:
    for op, lines in blocks():
        if op == "hello":
            say(hello, "")
        else:
            say(*[answer(op, line) for line in lines], "")


if __name__ == "__main__":
    converse()
