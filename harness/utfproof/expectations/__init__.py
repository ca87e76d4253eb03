"""Known failures: the lists of them, and their comparison with a run."""
