"""Judging: from an answer to a verdict. Pure: no files, no clock."""
