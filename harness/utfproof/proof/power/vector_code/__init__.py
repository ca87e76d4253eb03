"""Codecs that read many octets at once, with one fault each, and the texts that show it."""
