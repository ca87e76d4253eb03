"""Finite automata: learned, compared, drawn, and the strings that tell them apart."""
