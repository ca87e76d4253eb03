"""`utfproof prove`: proofs for texts of every length, where a decoder is small enough for one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from utfproof.adapters import registry
from utfproof.cli.commands.findings import brief
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import UsageError
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.model.contract import deviations_in_words
from utfproof.proof.proved_suite import load_consistent
from utfproof.proof.proving import (
    compiled_function,
    lane_tables,
    reference_decoders,
    shipped_functions,
)
from utfproof.proof.proving.compiled_function import CompiledFunction
from utfproof.proof.proving.result import Proof, ProofState
from utfproof.report.text import visible
from utfproof.vectors import notation

_OWN: dict[str, Callable[[], Iterable[Proof]]] = {
    "reference": reference_decoders.proofs,
    "keiser-lemire": lane_tables.proofs,
}
"""What can be proved without a library, by the name that is typed."""
_STYLES = {ProofState.PROVED: "green", ProofState.REFUTED: "red", ProofState.OPEN: "yellow"}
_HOUR = 3600.0
_Task = tuple[str, Callable[[], Iterable[Proof]]]


@click.command("prove")
@click.argument("subject", nargs=-1)
@click.option(
    "--library",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, resolve_path=True),
    help="A shared object of yours instead; SUBJECT is a function of it.",
)
@click.option(
    "--arguments",
    default="octets,length",
    show_default=True,
    help="Its parameters in order: octets, length, value.",
)
@click.option(
    "--returns",
    default="int-flag",
    show_default=True,
    help="What it returns: int-flag, bool-flag, error-pointer, int-length, long-length.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=_HOUR,
    show_default=True,
    help="Give a function up after so long.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Ask the codecs of refuted functions the texts that refute them; wrong answers become "
    "findings of this campaign's folder.",
)
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    subject: tuple[str, ...],
    library: Path | None,
    arguments: str,
    returns: str,
    seconds: float,
    out: Path | None,
    form: str,
) -> None:
    """Prove decoders right for texts of every length.

    SUBJECT is `reference`, `keiser-lemire`, or a codec whose adapter names a compiled function in
    functions.yaml; without one all of them. The machine code of a function is interpreted symbol
    by symbol, and none of it runs: each path from the head of its loop and back has to consume
    one character, and nothing else. A text that refutes it is shown.

    Exit status: 0 all is proved, 1 something is refuted, 5 something is neither.
    """
    if library and out:
        hint = "write an adapter for the library: utfproof adapter new"
        raise UsageError("findings are of codecs", place="--out", hint=hint)
    if library:
        found = _of_library(library, subject, arguments, returns, seconds)
    else:
        found = [*_of_names(subject, seconds)]
    proofs: list[tuple[Proof, float]] = []
    console = result_screen()
    with activity(quiet=form == "json") as doing:
        doing.count("proving", "subjects", len(found))
        for name, task in found:
            doing.say(f"proving {name}")
            started = time.monotonic()
            for proof in task():
                proofs.append((proof, time.monotonic() - started))
                if form == "text":
                    _show(console, *proofs[-1])
                started = time.monotonic()
            doing.advance()
        if out:
            doing.say("asking the codecs of refuted functions")
        asked = dict(_asked(out, [proof for proof, _ in proofs])) if out else {}
    if form == "json":
        known = {name: [brief(one) for one in filed] for name, filed in asked.items()}
        entries: dict[str, object] = {"proofs": [_entry(*one) for one in proofs]}
        options.print_json({**entries, "findings": known} if out else entries)
    for name, filed in asked.items() if form == "text" else ():
        console.print(Text(visible(_sentence(name, filed, out))))
    context.exit(_status([proof for proof, _ in proofs]))


def _status(proofs: Sequence[Proof]) -> int:
    if any(proof.state is ProofState.REFUTED for proof in proofs):
        return 1
    return 0 if proofs and all(proof.state is ProofState.PROVED for proof in proofs) else 5


def _asked(out: Path, proofs: Sequence[Proof]) -> Iterator[tuple[str, list[Finding]]]:
    """Ask each codec whose function is refuted the text that refutes it; yield its findings."""
    from utfproof.fuzz.campaign import given_inputs

    suite = load_consistent()
    for proof in proofs:
        if proof.counterexample is not None and proof.subject not in _OWN:
            chosen = tuple(registry.select([proof.subject], ()))
            campaign = CampaignSettings(out, chosen, Narrowing(), suite=suite)
            yield proof.subject, given_inputs.ask(campaign, [proof.counterexample])


def _sentence(name: str, found: Sequence[Finding], out: Path | None) -> str:
    if not found:
        announced = _announced(name)
        if announced:
            return f"{name}: no finding; its documentation announces: {announced}"
        return f"{name} answers the text rightly: what surrounds the function mends it"
    return (
        f"{name}: {', '.join(one.signature for one in found)} (utfproof findings list --out {out})"
    )


def _announced(name: str) -> str:
    """Put the deviations of a codec's contract in words; "" for none."""
    (chosen,) = registry.select([name], ())
    return deviations_in_words(chosen.by_id[name].claims.contract.announced)


def _of_library(
    library: Path, names: Sequence[str], arguments: str, returns: str, seconds: float
) -> list[_Task]:
    if not names:
        hint = "utfproof prove is_utf8 --library ./libmine.so"
        raise UsageError("which function of the library?", hint=hint)
    return [
        _compiled(name, compiled_function.described(library, name, arguments, returns), seconds)
        for name in names
    ]


def _of_names(names: Sequence[str], seconds: float) -> Iterator[_Task]:
    for name in names or _OWN:
        if name in _OWN:
            yield name, _OWN[name]
    wanted = [name for name in names if name not in _OWN]
    for chosen in registry.select(wanted, ()) if wanted or not names else ():
        functions = shipped_functions.functions(chosen.manifest)
        for codec in chosen.codecs:
            own = functions.get(codec.name)
            if own is not None:
                yield _compiled(chosen.manifest.id_of(codec), own, seconds)
            elif wanted and any(name == chosen.manifest.id_of(codec) for name in wanted):
                hint = "its adapter names no compiled function of it in functions.yaml"
                raise UsageError(f"{chosen.manifest.id_of(codec)} cannot be proved", hint=hint)


def _compiled(name: str, function: CompiledFunction | str, seconds: float) -> _Task:
    def prove() -> Iterator[Proof]:
        if isinstance(function, str):
            yield Proof(name, "it is right", ProofState.OPEN, function)
            return
        if find_spec("angr") is None:
            hint = "pip install 'utfproof[prove]'"
            raise UsageError("compiled functions need angr", hint=hint)
        from utfproof.proof.proving import induction

        yield induction.prove(function, name, seconds)

    return name, prove


def _show(console: Console, proof: Proof, seconds: float) -> None:
    head = Text(f"{proof.state}  ", style=_STYLES[proof.state])
    head.append(f"{proof.subject}: {proof.statement}", style="default")
    console.print(head)
    if proof.counterexample is not None:
        octets = notation.show(proof.counterexample) or "the empty text"
        console.print(Text(f"    {octets}: {visible(proof.how)}"))
    else:
        console.print(Text(f"    {visible(proof.how)}; {seconds:.1f} s", style="bright_black"))


def _entry(proof: Proof, seconds: float) -> dict[str, object]:
    return {
        "subject": proof.subject,
        "statement": proof.statement,
        "state": proof.state.value,
        "how": proof.how,
        "counterexample": None if proof.counterexample is None else proof.counterexample.hex(),
        "seconds": round(seconds, 3),
    }
