"""The readable form of a certificate."""
