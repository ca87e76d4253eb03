"""Confinement: the code of strangers runs where it sees and reaches little of this machine."""
