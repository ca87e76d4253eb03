"""Certificates: the result of a run as a signed statement, and its verification."""
