"""The vectors: from YAML that people review to cases that the engine asks."""
