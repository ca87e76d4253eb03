"""Attacks: what adapters and files of strangers try, and what has to come out."""
