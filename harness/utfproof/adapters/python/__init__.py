"""Codecs that are Python functions: their driver, and calls without a process of their own."""
