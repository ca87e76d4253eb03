"""The oracle: expected answers for many inputs at once, compared with those of a codec."""
