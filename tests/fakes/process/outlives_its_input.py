"""Ignores SIGTERM and the end of its input."""

from __future__ import annotations

import signal
import time

import honest

signal.signal(signal.SIGTERM, signal.SIG_IGN)
honest.converse()
time.sleep(60)
