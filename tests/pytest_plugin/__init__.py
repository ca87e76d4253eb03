"""The pytest plugin, in runs of pytest of their own."""
