"""Runs: adapters opened, asked and judged, side by side in worker processes."""
