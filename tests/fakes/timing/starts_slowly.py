"""Takes 0.7 seconds to start."""

from __future__ import annotations

import time

import honest

time.sleep(0.7)
honest.converse()
