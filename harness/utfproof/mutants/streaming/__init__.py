"""Mutants: faults that show only in chunks, slices, limited room or reused objects."""
