"""Is the reference right: each document's own examples, exhaustive agreement, exact counts."""
