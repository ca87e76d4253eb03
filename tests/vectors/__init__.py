"""Are the vectors read strictly, checked for all that can be wrong, and exported whole."""
