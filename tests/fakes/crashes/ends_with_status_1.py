"""Answers everything, and then ends as if it had failed."""

from __future__ import annotations

import sys

import honest

honest.converse()
sys.exit(1)
