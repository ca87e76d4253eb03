"""`python -m utfproof` is the command line."""

from utfproof.cli import main

if __name__ == "__main__":
    main()
