"""Sweeps: every octet string of a length put to a codec, which answers in run lengths.

`stage` asks them of a codec: `shards` of strings, by several processes `side_by_side`. Each is
asked by a `sweeper` and judged by comparing `labels` with those of the `rules` that the codec's
settings allow; `account` adds the shards up.
"""
