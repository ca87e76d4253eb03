"""Reports: the sums of a journal's events, for people and for programs."""
