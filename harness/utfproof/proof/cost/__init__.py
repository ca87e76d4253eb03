"""How the time that a codec takes grows with its input."""
