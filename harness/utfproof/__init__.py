"""utfproof proves what a UTF-8, UTF-16 or UTF-32 codec really does."""

__version__ = "0.1.0"
