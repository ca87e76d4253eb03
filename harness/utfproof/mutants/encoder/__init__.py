"""Mutants: faults of encoders."""
