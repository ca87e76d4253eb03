"""Faults of sizes that are predicted for an output: of decoders, of encoders."""
