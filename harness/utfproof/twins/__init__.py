"""Faulty twins: the library behind an adapter, with one fault that the adapter must not hide."""
