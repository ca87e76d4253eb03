"""Results of a check: it holds, or the problem, its place and the next step."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from utfproof.adapters.session.wire import Broken, Died, Late
from utfproof.errors import BuildError, UtfproofError

_MOST_LINES = 12
_MOST_LETTERS = 160
_LONGEST_OUTPUT = 400


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was checked; without a problem it holds.

    `sent`, `came` and `expected` are lines of the protocol, cut where they are long. `output` is
    that of the program or its build elsewhere. After a `last` one nothing more can be asked.
    `unavailable`: the machine lacks something, and nothing is known of the adapter.
    """

    title: str
    problem: str = ""
    sent: str = ""
    came: str = ""
    expected: str = ""
    output: str = ""
    hint: str = ""
    place: str = ""
    last: bool = False
    unavailable: bool = False

    def to_json(self) -> dict[str, object]:
        """Return it as JSON; the key of `output` is `said`."""
        # The key is older than the attribute's name, and programs read it.
        return {"said" if key == "output" else key: value for key, value in asdict(self).items()}


def failure(title: str, error: UtfproofError) -> CheckResult:
    """Make a finding of an error that a user can meet."""
    # What the compiler printed says more than our own words.
    if isinstance(error, BuildError) and error.output:
        hint = "correct what it printed, or the command in adapter.yaml"
        return CheckResult(
            title, error.problem, output=error.output, hint=hint, place=error.place, last=True
        )
    return CheckResult(title, error.problem, hint=error.hint, place=error.place, last=True)


def broken(title: str, error: Broken, output: str) -> CheckResult:
    """Return the result of a conversation that broke; `output` is the program's stderr."""
    match error:
        case Died():
            problem = f"it ended with {error.problem} instead of an answer"
            hint = "run it by hand with these lines: nothing that is sent may end it"
        case Late():
            problem = "no complete answer came within the deadline"
            hint = "after the last answer write an empty line, and flush stdout"
        case _:
            problem = f"what came is no block of answers: {error.problem}"
            hint = (
                "one line for each data line, one empty line after the last, nothing else on stdout"
            )
    return CheckResult(
        title, problem, output=output[-_LONGEST_OUTPUT:], hint=hint, last=isinstance(error, Late)
    )


def shown(text: str) -> str:
    """Shorten a text of many or long lines for people."""
    lines = [_cut(line) for line in text.split("\n")]
    if len(lines) <= _MOST_LINES:
        return "\n".join(lines)
    left = len(lines) - _MOST_LINES + 1
    return "\n".join([*lines[: _MOST_LINES - 1], f"… {left} lines more"])


def _cut(line: str) -> str:
    if len(line) <= _MOST_LETTERS:
        return line
    # The beginning of a line, with its length: the end of a long line is mostly more of the same.
    return f"{line[: _MOST_LETTERS - 30]} … ({len(line)} characters)"
