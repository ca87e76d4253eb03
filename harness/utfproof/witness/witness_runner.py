"""Building and running a witness: many inputs in one program, fewer where that ends early."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from utfproof.adapters.build import builder, reach
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.process import printable
from utfproof.confinement import choice, limited_run
from utfproof.confinement.command import Command
from utfproof.errors import BuildError
from utfproof.witness import printed, source_text
from utfproof.witness.printed import NoAnswer, PrintedAnswer
from utfproof.witness.source_text import WitnessInput
from utfproof.witness.witness_file import WitnessProgram

_BUILD_SECONDS = 300
_RUN_SECONDS = 60
_LAST_WORDS = 200


@dataclass(frozen=True, slots=True)
class WitnessRun:
    """One run of a witness: its output, its complaints, and how it ended ("" for well)."""

    output: str
    complaints: str
    ended: str = ""

    def without_answer(self) -> NoAnswer:
        """Return the end of a run that should have answered."""
        said = [line for line in self.complaints.splitlines() if line.strip()]
        return NoAnswer(self.ended, printable(said[-1])[:_LAST_WORDS] if said else "")


@dataclass(slots=True)
class WitnessRunner:
    """Runs the witnesses of one adapter, in its environment and with the files of its build.

    They share a `home`, where compilers keep what they have compiled.
    """

    manifest: Manifest
    home: Path
    _built: Path | None = field(default=None, init=False)

    def answers(
        self, program: WitnessProgram, inputs: Sequence[WitnessInput]
    ) -> list[PrintedAnswer | NoAnswer]:
        """Return the answer to each input; for one that ends the program, how.

        Raises:
            BuildError: the witness does not build, or cannot be started.
            ManifestError: it has no place for its input.
        """
        found: list[PrintedAnswer | NoAnswer] = []
        for start in range(0, len(inputs), program.batch):
            found += self._batch(program, inputs[start : start + program.batch])
        return found

    def _batch(
        self, program: WitnessProgram, inputs: Sequence[WitnessInput]
    ) -> list[PrintedAnswer | NoAnswer]:
        own = self.run(program, source_text.filled(program, inputs))
        answers = printed.answers(own.output)
        if len(answers) == len(inputs) and not own.ended:
            return list(answers)
        if len(inputs) == 1:
            return [self._alone(program, inputs, own)]
        half = len(inputs) // 2
        return [*self._batch(program, inputs[:half]), *self._batch(program, inputs[half:])]

    def _alone(
        self, program: WitnessProgram, inputs: Sequence[WitnessInput], before: WitnessRun
    ) -> PrintedAnswer | NoAnswer:
        """Ask once more for an answer that did not come: the machine may have been the cause."""
        for own in (before, self.run(program, source_text.filled(program, inputs))):
            answers = printed.answers(own.output)
            if answers and not own.ended:
                return answers[0]
        return own.without_answer()

    def run(self, program: WitnessProgram, text: str) -> WitnessRun:
        """Build and run a program as it stands.

        Raises:
            BuildError: it does not build, or cannot be started.
        """
        with tempfile.TemporaryDirectory(prefix="utfproof-witness-") as scratch:
            folder = Path(scratch)
            (folder / program.file).write_text(text, "utf-8")
            for path in program.beside:
                shutil.copy2(path, folder / path.name)
            if program.build:
                self._build(program, folder)
            return self._run(program, folder)

    def _build(self, program: WitnessProgram, folder: Path) -> None:
        done = self._start(program, program.build, folder, _BUILD_SECONDS)
        if done.ended:
            problem = f"the witness does not build ({done.ended}): {program.build}"
            hint = "see the compiler's words below"
            raise BuildError(
                problem, place=program.place, hint=hint, output=done.complaints or done.output
            )

    def _run(self, program: WitnessProgram, folder: Path) -> WitnessRun:
        return self._start(program, program.run, folder, _RUN_SECONDS)

    def _start(
        self, program: WitnessProgram, command: str, folder: Path, seconds: float
    ) -> WitnessRun:
        """Run a command in a folder, split as a shell splits words; no shell sees it."""
        arguments = self._arguments(program, command)
        usual = _usual_environment(self.home)
        environment = {**usual, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        environment |= self._own_environment(program)
        access = reach.of_witness(self.manifest, self._cache(), folder, self.home, usual)
        try:
            done = limited_run.run(Command(arguments, folder, environment, 0, access), seconds)
        except OSError as error:
            problem = f"{arguments[0]}: {error.strerror}"
            raise BuildError(problem, place=program.place, hint="install it") from None
        return WitnessRun(_text(done.output), _text(done.complaints), done.ended)

    def _arguments(self, program: WitnessProgram, command: str) -> list[str]:
        return shlex.split(self.placed(source_text.command(program, command)))

    def placed(self, command: str) -> str:
        """Return a command with the folders in it: of the adapter, and of its build."""
        own = command.replace("{cache}", str(self._cache()))
        return own.replace("{adapter}", str(self.manifest.folder))

    def _cache(self) -> Path:
        """Return the folder of the adapter's build, with the packages that it has fetched."""
        if self._built is None:
            builder.command(self.manifest)
            self._built = builder.place(self.manifest)
        return self._built

    def _own_environment(self, program: WitnessProgram) -> dict[str, str]:
        found = builder.own_environment(self.manifest, self._cache())
        for name, text in program.environment.items():
            found[name] = text.replace("{home}", str(self.home))
        return found


def _usual_environment(home: Path) -> dict[str, str]:
    """Return the user's variables, of a confined witness those that steer tools."""
    if choice.means():
        return reach.build_environment(home, network=False)
    return dict(os.environ)


def _text(octets: bytes) -> str:
    return octets.decode("utf-8", "backslashreplace")
