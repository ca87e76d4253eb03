"""Questions: the lines asked of a codec for each case, and the acceptable answers."""
