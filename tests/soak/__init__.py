"""Runs under faults of the machine: whatever happens, a run that went on has the same result."""
