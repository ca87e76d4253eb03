"""The power of a suite: how many faults it finds, measured.

`machines` scores strings against every faulty machine of one transition, `named` scores the suite
against the catalogue of named faults, `foreign` a list of strings from elsewhere; `report` adds up.
"""
