"""Adapters: the programs that ask codecs, and the conversation with them."""
