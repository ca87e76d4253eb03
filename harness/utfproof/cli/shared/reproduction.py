"""One question put to an adapter and to the witness, with the program shown: `reproduce CODEC`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from utfproof.adapters import needs, registry
from utfproof.adapters.launch import opened
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import activity
from utfproof.engine.questions.plan import Narrowing, Planner
from utfproof.engine.run.codec_session import CodecSession
from utfproof.errors import Unavailable, UsageError
from utfproof.model.fields import points, render
from utfproof.model.operation import Offer, Op
from utfproof.report.text import visible
from utfproof.vectors import loader
from utfproof.witness import hearing, source_text, witness_file
from utfproof.witness.comparison import Agreement
from utfproof.witness.hearing import AnsweredQuestion, HeardQuestion, Hearing
from utfproof.witness.witness_file import WitnessProgram
from utfproof.witness.witness_runner import WitnessRunner

BROKEN = 3
_OPS_OF_OCTETS = (Op.DECODE, Op.VALIDATE, Op.DETECT, Op.DECODE_SIZE)
_OPS_OF_POINTS = (Op.ENCODE, Op.ENCODE_SIZE)


@contextmanager
def hearings(chosen: SelectedAdapter) -> Iterator[list[Hearing]]:
    """Open an adapter, and yield a hearing for each of its chosen codecs.

    Raises:
        Unavailable: something that the adapter needs is missing.
        BuildError: it does not build.
        ManifestError: the manifest or witness.yaml cannot be used.
    """
    if lacking := needs.missing(chosen.manifest):
        raise Unavailable(f"{chosen.manifest.name} needs {', '.join(lacking)}", hint="install it")
    witnesses = witness_file.load(chosen.manifest)
    home = tempfile.TemporaryDirectory(prefix="utfproof-witness-")
    # The folder outlives the witnesses that were built in it, for all codecs of the adapter.
    with home as folder, opened(chosen) as adapter:
        runner = WitnessRunner(chosen.manifest, Path(folder))
        yield [
            Hearing(CodecSession.of(chosen.manifest, codec, adapter), witnesses, runner)
            for codec in chosen.codecs
            if codec.name in adapter.offers
        ]


@dataclass(frozen=True, slots=True)
class OneReproduction:
    """The question that a user asks for: of a case, of an input, or the smallest that fails."""

    codec: str
    case: str
    octets: str | None
    points: str | None
    encodings: tuple[str, ...]
    ops: tuple[str, ...]

    def carry_out(self, form: str) -> int:
        """Ask both, show the program and the answers, and return the exit status.

        Raises:
            UsageError: nothing fits, or the offer has no witness.
        """
        chosen = registry.select([self.codec])
        if len(chosen) != 1 or len(chosen[0].codecs) != 1:
            hint = "name one (rust/std), or add --all"
            raise UsageError(f"{self.codec} names several codecs", hint=hint)
        with activity(quiet=form == "json") as doing:
            [item] = building.build(chosen, 1, doing)
            doing.say(f"asking {self.codec}")
            with hearings(item) as found:
                if not found:
                    hint = "`utfproof codecs` tells what is missing"
                    raise Unavailable(f"{self.codec} does not run here", hint=hint)
                own = found[0]
                question = self._question(own)
                program = _program(own, question.offer)
                doing.say("running the witness")
                [heard] = own.heard([question], lambda _: None)
        _show(own, program, heard, form)
        return BROKEN if heard.comparison.agreement is Agreement.DISAGREE else 0

    def _question(self, own: Hearing) -> AnsweredQuestion:
        if self.octets is None and self.points is None:
            return self._smallest(own)
        offer = self._offer(own)
        line = _points(self.points or "")
        if self.octets is not None:
            line = render(options.typed_octets(self.octets, "--bytes 'C0 80'"))
        [answer] = own.asked.ask(offer, [line.encode("ascii")])
        return AnsweredQuestion(offer, line, answer)

    def _offer(self, own: Hearing) -> Offer:
        """Return the first offer that takes the input."""
        fits = _OPS_OF_POINTS if self.octets is None else _OPS_OF_OCTETS
        offers = own.asked.offers(Narrowing(self.encodings, self.ops))
        # Operations in this order: decode shows more of an input than validate.
        found = next((offer for op in fits for offer in offers if offer.op is op), None)
        if found is None:
            shown = ", ".join(str(offer) for offer in own.asked.offered.offers[:8])
            problem = f"{own.asked.name} has no such offer for this input"
            raise UsageError(problem, hint=f"it offers {shown}")
        return found

    def _smallest(self, own: Hearing) -> AnsweredQuestion:
        """Return the smallest failing question, with a witness of its own if there is one."""
        planner = Planner(loader.load(), self.case or "*")
        cases = list(hearing.judged(own.asked, planner, Narrowing(self.encodings, self.ops)))
        questions = [one for case in cases for one in case if self.case or one.is_failure]
        if not questions and self.case:
            hint = "`utfproof vectors` lists the cases; a family's input goes by --bytes"
            raise UsageError(f"{own.asked.name} is not asked {self.case}", hint=hint)
        if not questions:
            hint = "name a CASE, or an input: --bytes 'C0 80'"
            raise UsageError(f"no written case of {own.asked.name} fails", hint=hint)
        return min(questions, key=lambda one: _order(own, one))


def _order(own: Hearing, one: AnsweredQuestion) -> tuple[bool, bool, bool, int, str]:
    spoken_for, program = own.program(one.offer)
    size = sum(each.size for each in source_text.inputs_of(one.offer, spoken_for, one.line))
    # False sorts first: a failure, then an offer with a program, then a program of its own, then
    # size.
    return not one.is_failure, program is None, spoken_for != one.offer, size, one.line


def _program(own: Hearing, offer: Offer) -> WitnessProgram:
    _, program = own.program(offer)
    if program is None:
        why = own.witnesses.reason(own.asked.codec.name, offer)
        hint = "adapters/README.md says how to write one"
        problem = f"no witness for {offer}{f': {why}' if why else ''}"
        raise UsageError(problem, place=own.asked.name, hint=hint)
    return program


def _points(text: str) -> str:
    try:
        return points([int(word.removeprefix("U+"), 16) for word in text.split()])
    except ValueError:
        hint = "write hex numbers: --code-points '61 D800'"
        raise UsageError(f"{text!r} is not code points", hint=hint) from None


def _show(own: Hearing, program: WitnessProgram, heard: HeardQuestion, form: str) -> None:
    question = heard.question
    spoken_for, _ = own.program(question.offer)
    inputs = source_text.inputs_of(question.offer, spoken_for, question.line)
    text = source_text.filled(program, inputs)
    how = [source_text.command(program, part) for part in (program.build, program.run) if part]
    how = [own.runner.placed(part) for part in how]
    if form == "json":
        options.print_json(
            {
                "codec": own.asked.name,
                "version": own.asked.offered.version,
                **entry(heard),
                "file": program.file,
                "commands": how,
                "program": text,
            }
        )
        return
    click.echo(f"{own.asked.name} {own.asked.offered.version}: {question.offer}, {question.line}")
    click.echo(f"\n--- {program.file}\n{visible(text.rstrip())}\n---")
    click.echo("".join(f"$ {part}\n" for part in how), nl=False)
    click.echo(visible("\n".join(heard.said)))
    click.echo(f"\nadapter   {question.actual}")
    if question.expected:
        click.echo(f"expected  {question.expected}")
    why = f": {heard.comparison.why}" if heard.comparison.why else ""
    click.echo(f"adapter and witness: {heard.comparison.agreement}{why}")


def entry(heard: HeardQuestion) -> dict[str, object]:
    """Return a question that both were asked as an entry of JSON."""
    question = heard.question
    return {
        "case": question.case,
        "op": str(question.offer),
        "input": question.line,
        "verdict": question.verdict.value,
        "expected": question.expected,
        "adapter": question.actual,
        "witness": list(heard.said),
        "agreement": heard.comparison.agreement.value,
        "why": heard.comparison.why,
    }
