"""Starts a daemon that has a session of its own, another parent, and ignores SIGTERM."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import honest


def leave() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.setpgid(0, 0)
            Path("pid").write_text(str(os.getpid()), "ascii")
            Path("pid").rename("daemon")
            time.sleep(60)
        os._exit(0)
    os.wait()


leave()
honest.converse()
