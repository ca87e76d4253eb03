"""Mutants: faults that depend on where in a text a character stands, and on what it is."""
