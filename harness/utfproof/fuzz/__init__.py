"""The campaign: inputs that nobody wrote down, and what codecs make of them."""
