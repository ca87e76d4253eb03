"""The campaign: inputs that nobody wrote down, and what codecs do with them that they should not."""
