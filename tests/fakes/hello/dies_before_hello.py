"""Complains and exits before it says hello."""

from __future__ import annotations

import sys

import honest

honest.say()
sys.exit("cannot load the library")
