"""Proofs for every length: the reference's decoders, published tables, and compiled functions."""
