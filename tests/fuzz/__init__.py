"""The campaign under test."""
