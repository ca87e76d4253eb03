"""Proof: sets that are complete by arithmetic, faults that they must find, machines learned."""
