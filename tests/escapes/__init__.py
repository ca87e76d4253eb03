"""Words of strangers under fuzzing: each medium shows them, and its real reader obeys none."""
