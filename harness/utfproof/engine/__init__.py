"""The engine: pairs cases with codecs, asks, judges, and writes down the events."""
