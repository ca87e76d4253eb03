"""Proofs for every length: what is right is proved, each fault is refuted by its shortest text."""
