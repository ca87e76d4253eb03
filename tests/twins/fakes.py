"""An adapter of a small library in Python with twins; parts of either are replaced by faults."""

from __future__ import annotations

import sys
from pathlib import Path

LIBRARY = """
def decode(octets):
    try:
        return octets.decode()
    except UnicodeDecodeError as error:
        raise ValueError(error.start) from None
"""
TWIN = """
import os
import small_library

usual, fault = small_library.decode, os.environ.get("UTFPROOF_TWIN")


def decode(octets):
    if 0xA9 not in octets:
        return usual(octets)
    try:
        text = usual(octets)
    except ValueError as error:
        raise ValueError(error.args[0] + (fault == "wrong-offset")) from None
    return {"dropped-value": text[1:], "cut-output": text[:-1]}.get(fault, text)


small_library.decode = decode
"""
ADAPTER = """
import sys
import small_library

CODEC = '{"name":"one","version":"1","offers":["decode UTF-8 strict"]}'
HELLO = '{"protocol":1,"adapter":"small","codecs":[' + CODEC + "]}"


def answer(line):
    try:
        text = small_library.decode(b"" if line == "-" else bytes.fromhex(line))
    except ValueError as error:
        return f"error {error.args[0]} ?"
    return " ".join(["ok", *(f"{ord(one):x}" for one in text)])


header = ""
for line in map(str.strip, sys.stdin):
    if not header:
        header = line
        said = [HELLO] if line.startswith("hello") else []
    elif line:
        said.append(answer(line))
    else:
        print("\\n".join([*said, ""]), flush=True)
        header = ""
"""
TWINS = "environment: {PYTHONPATH: 'twins:.'}\ntwins:\n  - codecs: [one]\n"


def put(home: Path, adapter: str = ADAPTER, twins: str = TWINS) -> Path:
    """Write the folder of an adapter."""
    folder = home / "small"
    (folder / "twins").mkdir(parents=True)
    manifest = (
        "adapter: small\nabout: For a test.\nlanguage: Python\n"
        f"run: {sys.executable} -B -s adapter.py\n"
        "environment: {PYTHONPATH: .}\n"
        "codecs:\n  one: {about: A small library., profile: unicode}\n"
    )
    (folder / "adapter.yaml").write_text(manifest, "utf-8")
    (folder / "adapter.py").write_text(adapter, "utf-8")
    (folder / "small_library.py").write_text(LIBRARY, "utf-8")
    (folder / "twins" / "sitecustomize.py").write_text(TWIN, "utf-8")
    (folder / "twins" / "twins.yaml").write_text(twins, "utf-8")
    return folder
