"""Frozen values that everything else speaks in; no I/O."""
