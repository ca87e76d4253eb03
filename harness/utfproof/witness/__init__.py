"""The second witness: the shortest natural program of a library's language, beside its adapter."""
