"""A codec simulated in this process: the reference, with steps that a fault can replace."""
