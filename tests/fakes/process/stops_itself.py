"""Stops itself as ^Z does when it is asked something."""

from __future__ import annotations

import os
import signal

import honest

for op, _ in honest.blocks():
    if op != "hello":
        os.kill(os.getpid(), signal.SIGSTOP)
    honest.say(honest.HELLO, "")
