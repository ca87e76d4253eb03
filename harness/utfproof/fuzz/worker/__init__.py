"""A fuzz worker: one process of a campaign that mutates, asks and files findings."""
