"""Fuzz targets: codecs asked batches of inputs, and where their answers diverge."""
