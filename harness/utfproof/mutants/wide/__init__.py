"""Mutants: faults in reading UTF-16 and UTF-32."""
