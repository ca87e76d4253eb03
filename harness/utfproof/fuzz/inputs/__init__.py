"""Inputs of a campaign: seeds, dictionary, mutation, corpus."""
