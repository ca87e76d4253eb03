"""Answers everything, and ends with exit status 5."""

from __future__ import annotations

import sys

import honest

honest.converse()
sys.exit(5)
