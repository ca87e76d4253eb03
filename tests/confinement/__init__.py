"""Confinement: what a confined program tries, and what becomes of it."""
