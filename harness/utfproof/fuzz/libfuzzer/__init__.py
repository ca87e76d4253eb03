"""libFuzzer: coverage-guided fuzzing through atheris."""
