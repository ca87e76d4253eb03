"""Families of generated inputs: complete by rule, sized by arithmetic, compared in large groups.

`catalogue` has the families, `stage` asks them of a codec, `beside` does so with several
processes; each other module makes groups of one kind: `whole` inputs, `framed` among characters,
`chunked`, `sliced`, with little `room`, `scalars`, and texts to be `encoded`.
"""
