"""Ends its lines with CR LF, which the protocol allows."""

from __future__ import annotations

import sys

import honest

sys.stdout.reconfigure(newline="\r\n")  # type: ignore[union-attr]
honest.converse()
