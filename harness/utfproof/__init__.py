"""utfproof proves the behaviour of UTF-8, UTF-16 and UTF-32 codecs."""

__version__ = "0.1.0"
