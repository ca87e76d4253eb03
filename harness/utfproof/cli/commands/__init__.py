"""Subcommands: one module for each, named as the user types it."""
