"""The check: the conversation that every adapter must pass, and its problems in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from utfproof.adapters import manifest, needs
from utfproof.adapters.build import builder
from utfproof.adapters.check import hello_check, offer_checks, transcript
from utfproof.adapters.check.check_results import CheckResult, broken, failure, shown
from utfproof.adapters.check.replay import Replay, replay
from utfproof.adapters.check.transcript import Conversation
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session import hello
from utfproof.adapters.session.limits import MOST_LINES
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.restarting_process import HELLO
from utfproof.adapters.session.wire import Broken, Late, RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.errors import BuildError, ManifestError

_SECONDS = 15.0
_HELLO = '{"protocol":1,…}'
_UNKNOWN = "failed unknown header"
_BLOCK_BY_BLOCK = "each block is answered before the next is sent"
_LARGEST = f"a block may have {MOST_LINES} lines"


def findings(folder: Path) -> Iterator[CheckResult]:
    """Check the adapter in a folder, one result after the other.

    Steps that need a failed one are left out. No step lasts longer than its deadline, so the whole
    always comes to an end.
    """
    try:
        item = manifest.load(folder)
    except ManifestError as error:
        yield failure("adapter.yaml is valid", error)
        return
    yield CheckResult("adapter.yaml is valid")
    if lacking := needs.missing(item):
        problem = f"it requires what is not here: {', '.join(lacking)}"
        hint = "install it"
        title = "what it requires is here"
        yield CheckResult(title, problem, hint=hint, last=True, unavailable=True)
        return
    yield CheckResult("what it requires is here")
    try:
        command = builder.command(item)
    except (BuildError, ManifestError) as error:
        yield failure("it builds", error)
        return
    yield CheckResult("it builds")
    yield from _conversations(item, command)


def _conversations(item: Manifest, command: Command) -> Iterator[CheckResult]:
    """Check the whole conversation; without a hello, or after a hang, nothing more is asked."""
    line, found = _greeted(command)
    if found.problem:
        yield found
        return
    said = hello.parse(line.encode("ascii"))
    problems = list(hello_check.problems(line, said, item))
    yield from problems or [found]
    if problems:
        return
    for found in _without_codecs(command, line):
        yield found
        if found.last:
            return
    yield from offer_checks.findings(item, command, said.codecs)


def _greeted(command: Command) -> tuple[str, CheckResult]:
    """Say hello to a new process, and give its answer."""
    title = "hello is answered"
    try:
        process = Process(command)
    except ManifestError as error:
        return "", failure(title, error)
    wire = Wire(process)
    try:
        line = wire.exchange(HELLO, _SECONDS).decode("ascii")
    except Broken as error:
        expected = 'one line {"protocol":1,…} and an empty line, flushed'
        found = broken(title, error, process.stderr_text())
        found = replace(found, sent="hello 1\n", expected=expected, last=True)
        return "", found
    finally:
        process.close()
    return line, CheckResult(title)


def _without_codecs(command: Command, hello: str) -> Iterator[CheckResult]:
    for conversation in transcript.conversations():
        if not conversation.op:
            done = replay(command, conversation.octets, _SECONDS)
            yield _compared(conversation, done, hello)
    yield from _one_by_one(command)


def _compared(conversation: Conversation, done: Replay, hello: str) -> CheckResult:
    """Compare the output of a replay with the transcript."""
    expected = [_HELLO if line == "{hello}" else line for line in conversation.answered]
    # Hello differs from adapter to adapter: any occurrence of its own stands for the placeholder.
    lines = [_HELLO if line == hello else line for line in done.lines]
    if conversation.may_add_an_empty_line and lines == [*expected, ""]:
        lines = expected
    problem, hint = _fault(lines, expected, done)
    if not problem:
        return CheckResult(conversation.title)
    return CheckResult(
        conversation.title,
        problem,
        sent=shown("\n".join(conversation.sent)),
        came=shown("\n".join(lines)),
        expected=shown("\n".join(expected)),
        output=done.stderr[-400:],
        hint=hint,
        last=done.ending is None,
    )


def _fault(lines: list[str], expected: list[str], done: Replay) -> tuple[str, str]:
    """Return the problem of a replay and the next step, the cause before its effects."""
    if done.ending is None:
        hint = "at the end of stdin answer what was read, then exit with status 0"
        return "it does not end when its input ends", hint
    if done.ending != "exit status 0":
        hint = "run it by hand with these lines: nothing that is sent may end it"
        return f"it ended with {done.ending}", hint
    if not done.octets.isascii():
        return (
            "octets that are not ASCII came",
            "answers are ASCII: bytes in hex, code points in hex",
        )
    if lines == expected:
        return "", ""
    return _difference(lines, expected), _advice(lines, expected)


def _difference(lines: list[str], expected: list[str]) -> str:
    """Name the first line that is not as it should be."""
    both = enumerate(zip_longest(lines, expected), start=1)
    number, (came, should) = next((n, pair) for n, pair in both if pair[0] != pair[1])
    if came is None:
        return f"{len(lines)} lines came, and {len(expected)} should have come"
    if should is None:
        return f"line {number} of what came should not be there: {shown(came)}"
    return f"line {number} of what came is `{shown(came)}` and should be `{shown(should)}`"


def _advice(lines: list[str], expected: list[str]) -> str:
    if len(lines) != len(expected):
        return "answer each data line with one line, and end each block with one empty line"
    if _UNKNOWN in set(expected) - set(lines):
        return f"answer each line below a header that you do not know with `{_UNKNOWN}`"
    return "print nothing but answers on stdout: everything else goes to stderr"


def _one_by_one(command: Command) -> Iterator[CheckResult]:
    """Speak block by block, each after the answers of the one before, with one process."""
    process = Process(command)
    wire = Wire(process)
    small = RenderedBlock.of(b"unknown", [b"41", b"42"])
    # The largest block that there may be, of lines that fill the pipes both ways.
    large = RenderedBlock.of(b"unknown", [b"4" * 62] * MOST_LINES)
    try:
        for title, block in ((_BLOCK_BY_BLOCK, small), (_LARGEST, large)):
            yield _blocks(wire, title, block)
    except Broken as error:
        hint = "flush stdout after the empty line that ends a block, and read on while you write"
        found = broken(title, error, process.stderr_text())
        # A missing flush is the commonest fault of a new adapter: the hint names it first.
        yield replace(found, hint=hint if isinstance(error, Late) else found.hint)
    finally:
        process.close()


def _blocks(wire: Wire, title: str, block: RenderedBlock) -> CheckResult:
    """Ask a block, hello, and the block again."""
    # Hello may come again at any time, also between two blocks.
    for each in (block, HELLO, block):
        lines = wire.exchange(each, _SECONDS).decode("ascii").split("\n")
        if each is not HELLO and lines != [_UNKNOWN] * block.lines:
            return CheckResult(
                title,
                "what came is not what should have come",
                sent=shown(each.octets.decode("ascii")),
                came=shown("\n".join(lines)),
                expected=f"{_UNKNOWN}, {block.lines} times",
                hint="each block is answered with one line for each of its data lines",
            )
    return CheckResult(title)
