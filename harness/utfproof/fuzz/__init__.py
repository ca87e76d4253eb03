"""The campaign: inputs that nobody wrote down, and the answers of codecs to them."""
