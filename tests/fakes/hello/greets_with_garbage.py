"""Prints a banner where its hello should be."""

from __future__ import annotations

import honest

honest.converse(hello="Welcome to the codec server!")
