"""Relations between a codec's own answers, which hold whatever the expected answer is."""
