"""The judge against right and faulty codecs, by the real vectors."""
