"""Benchmarks: ratios within one run are asserted, times are only reported."""
