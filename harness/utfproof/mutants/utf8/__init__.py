"""Mutants: faults in reading the octets of UTF-8."""
