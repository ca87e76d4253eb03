"""`python -m utfproof` is the command line."""

from utfproof.cli import main

main()
