"""The command line, as `python -m utfproof` and as the script `utfproof`."""

from __future__ import annotations

import sys

from utfproof.compiled_code import compile_anew


def main() -> None:
    """Run the command line."""
    compile_anew(sys.argv[1:])
    # Only now: nothing else is to be loaded by a process that begins once more.
    from utfproof import cli  # noqa: PLC0415

    cli.main()


if __name__ == "__main__":
    main()
