"""Mutants: faults in what a codec reports: replacements, offsets, validity, names."""
