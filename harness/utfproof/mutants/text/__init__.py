"""Mutants: faults that depend on a character's value or its place in the text."""
