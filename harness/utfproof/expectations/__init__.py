"""Known failures: what is expected to fail, held against what a run saw."""
