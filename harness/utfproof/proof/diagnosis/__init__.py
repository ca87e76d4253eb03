"""Diagnosis: which known fault a failing codec behaves like."""
