"""Mutants: faults in reports: replacements, offsets, validity, names."""
