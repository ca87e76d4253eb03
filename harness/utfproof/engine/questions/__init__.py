"""Questions: what is asked of a codec for each case, and which answers are acceptable."""
