"""Reports: what a journal's events add up to, for people and for programs."""
