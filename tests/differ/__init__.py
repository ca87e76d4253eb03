"""The differ: when two codecs part, at what, and how that is found."""
