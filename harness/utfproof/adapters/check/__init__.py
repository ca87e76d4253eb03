"""`utfproof adapter check`: the conversation that every adapter must pass."""
