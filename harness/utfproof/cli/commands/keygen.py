"""`utfproof keygen`: make the pair of keys that certificates are signed and verified with."""

from __future__ import annotations

from pathlib import Path

import click

from utfproof.cli.shared import installed_extras


@click.command("keygen")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def command(file: Path) -> None:
    """Make a pair of Ed25519 keys: FILE signs and is yours alone, FILE.pub verifies.

    A file that is there already is not overwritten.
    """
    installed_extras.for_signing()
    from utfproof.certificate import keys

    public = keys.generate(file)
    click.echo(f"{file}: signs; keep it to yourself")
    click.echo(f"{public}: verifies; key {keys.public(public).keyid}")
