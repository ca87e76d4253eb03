"""Says a hello with the fault that its argument names."""

from __future__ import annotations

import sys

import honest

TWICE = honest.HELLO.replace(honest.CODEC, f"{honest.CODEC},{honest.CODEC}")
HELLOS = {
    "no-json": "hello!",
    "a-list": "[]",
    "deep": "[" * 100_000,
    "twice-the-codec": TWICE,
    "another-codec": honest.HELLO.replace('"name":"fake"', '"name":"other"'),
    "path": honest.HELLO.replace('"name":"fake"', '"name":"../../fake"'),
    "steering": honest.HELLO.replace('"name":"fake"', r'"name":"\u001b[2Jfake"'),
    "line-break": honest.HELLO.replace('"name":"fake"', r'"name":"fake\ndecode"'),
    "unknown-encoding": honest.HELLO.replace("decode UTF-8", "decode UTF-7"),
    "unknown-op": honest.HELLO.replace("validate UTF-8", "guess UTF-8"),
    "unknown-mode": honest.HELLO.replace("decode UTF-8 strict", "decode UTF-8 gently"),
    "number-of-many-digits": honest.HELLO.replace('"protocol":1', f'"protocol":{"1" * 5000}'),
    "huge": honest.HELLO.replace('"version":"1"', f'"version":"{"9" * (3 << 20)}"'),
    "no-offers": honest.HELLO.replace(f"[{honest.OFFERS}]", "[]"),
}
honest.converse(hello=HELLOS[sys.argv[1]])
