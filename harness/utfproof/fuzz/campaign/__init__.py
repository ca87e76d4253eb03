"""A campaign: worker processes, rounds, totals and statistics."""
