"""Reads a few octets at a time, and answers each line as soon as it is whole."""

from __future__ import annotations

import os
import time

import honest

read = b""
op = ""
while octets := os.read(0, 16):
    *lines, read = (read + octets).split(b"\n")
    for line in map(bytes.decode, lines):
        if not line:
            told, op = "", ""
        elif op:
            told = honest.answer(op, line)
        else:
            op = line.split()[0]
            told = honest.HELLO
            if op != "hello":
                continue
        os.write(1, f"{told}\n".encode())
    time.sleep(0.0005)
