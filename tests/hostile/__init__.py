"""Adapters that lie, stall, flood or fall apart, each asked by `utfproof certify FOLDER`."""
