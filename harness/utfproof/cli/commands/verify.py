"""`utfproof verify`: whether a certificate holds, and which parts were checked here."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.cli.shared import installed_extras, options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.errors import CertificateError
from utfproof.proof.proved_suite import prove_anew
from utfproof.report.text import visible
from utfproof.vectors.suite import Suite

if TYPE_CHECKING:
    from utfproof.certificate.verification import VerifiedCertificate

_DIGEST = re.compile("([0-9a-f]{16})[0-9a-f]{48}")
_STYLES = {"ok": "green", "refused": "bold red", "not checked": "yellow"}


class _PercentOption(click.ParamType[float]):
    name = "percent"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            share = float(str(value).removesuffix("%")) / 100
        except ValueError:
            share = 0.0
        # 0 % would ask nothing and hold always.
        if not 0 < share <= 1:
            self.fail(f"{value} is no part of a hundred: 1%, 0.5%, 100%", param, ctx)
        return share


@click.command("verify")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option(
    "--key",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The public key of the issuer.",
)
@click.option(
    "--rerun",
    "share",
    type=_PercentOption(),
    metavar="PERCENT",
    help="Ask this much of it again, drawn at random, and compare: 1%.",
)
@click.option("--seed", type=click.IntRange(0), help="Draw as this number says, not at random.")
@click.option(
    "--adapter",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where an adapter lies that is elsewhere than the certificate says; repeatable.",
)
@click.option(
    "--tsa-certificate",
    "authority",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Check the time stamp: the certificates of the authority that is believed, in PEM.",
)
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    certificate: Path,
    key: Path,
    share: float | None,
    seed: int | None,
    folders: tuple[Path, ...],
    authority: Path | None,
    form: str,
) -> None:
    """Verify a certificate: its signature, and each of its digests against this machine.

    CERTIFICATE is the certificate.dsse.json of a run, or the run's folder. The exit status is 1
    where anything differs from the signed state. Parts that cannot be checked here are named.
    """
    installed_extras.for_signing()
    from utfproof.certificate import envelope, keys, verification

    path = certificate / envelope.NAME if certificate.is_dir() else certificate
    # Not known before the certificate was issued, and printed so that the sample can be repeated.
    drawn = secrets.randbelow(1 << 32) if seed is None else seed
    with activity(quiet=form == "json") as doing:
        doing.say("proving the vectors")
        suite = prove_anew()
        doing.say("verifying the certificate")
        found = verification.verify(path, keys.public(key), suite, folders, authority)
        if share is not None:
            doing.say("asking a sample again")
            _ask_again(found, suite, share, drawn)
    if form == "json":
        options.print_json(_as_json(found, drawn if share else None))
    else:
        _show(result_screen(), found)
        if share is not None:
            click.echo(f"drawn with --seed {drawn}")
    context.exit(1 if found.refused else 0)


def _ask_again(found: VerifiedCertificate, suite: Suite, share: float, seed: int) -> None:
    from utfproof.certificate import certified_run, rerun, sample
    from utfproof.certificate.verification import Check, CheckState

    # Questions of a forged journal would prove nothing about the run that was signed.
    if any(check.what == "journal" for check in found.refused):
        sentence = "the journal is not the one that was signed"
        found.checks.append(Check("asked again", CheckState.UNCHECKED, sentence))
        return
    if not found.holds("journal"):
        hint = "put the journal of the run beside the certificate"
        raise CertificateError("--rerun needs the journal", place=str(found.path), hint=hint)
    journal = found.path.parent / found.own["run"]["journal"]["name"]
    asked = rerun.ask_again(
        found, certified_run.read(journal, suite), suite, sample.RerunSample(share, seed)
    )
    found.checks += list(asked)


def _show(console: Console, found: VerifiedCertificate) -> None:
    own = found.own
    head = f"certificate {own['number']} of {own['issued']}, issued by {own['issuer']}"
    console.print(Text(visible(head), style="bold"))
    for codec in own["codecs"]:
        console.print(Text(visible(f"{codec['codec']} {codec['version']}: {codec['verdict']}")))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check in found.checks:
        state = Text(check.state.value, style=_STYLES[check.state.value])
        sentence = _DIGEST.sub(r"\1…", visible(check.sentence))
        table.add_row(Text(visible(check.what)), state, Text(sentence))
    show_table(console, table)
    unchecked = sum(check.state.value == "not checked" for check in found.checks)
    rest = f"; {unchecked} could not be checked here" if unchecked else ""
    if found.refused:
        console.print(Text(f"refused: {len(found.refused)} of {len(found.checks)} do not hold"))
    else:
        console.print(Text(f"the certificate holds{rest}"))


def _as_json(found: VerifiedCertificate, seed: int | None) -> dict[str, object]:
    own = found.own
    checks = [
        {"what": check.what, "state": check.state.value, "said": check.sentence}
        for check in found.checks
    ]
    document: dict[str, object] = {
        "holds": not found.refused,
        "number": own["number"],
        "issuer": own["issuer"],
        "issued": own["issued"],
        "codecs": {codec["codec"]: codec["verdict"] for codec in own["codecs"]},
        "checks": checks,
    }
    return document if seed is None else {**document, "seed": seed}
