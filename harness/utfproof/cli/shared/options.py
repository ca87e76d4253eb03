"""Options that several subcommands share."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from utfproof import storage
from utfproof.confinement import choice
from utfproof.confinement.choice import Wish
from utfproof.errors import UsageError, UtfproofError
from utfproof.model import processor
from utfproof.model.encoding import Encoding
from utfproof.model.memory_check import MemoryCheck
from utfproof.model.operation import Offer, Op
from utfproof.model.processor import PROCESSORS

if TYPE_CHECKING:
    from utfproof.engine.run_shard import Shard

CROSS_CHECKED = 10
"""How many per cent of the tasks of a cluster are asked twice, unless somebody says otherwise."""
_Command = TypeVar("_Command", bound=Callable[..., Any])
_NUMBER = re.compile(r"[0-9A-Fa-f]{0,64}", re.ASCII)


def targets(command: _Command) -> _Command:
    """Add the argument TARGET… and the options that narrow it."""
    command = click.argument("target", nargs=-1)(command)
    return click.option(
        "--codec",
        "codecs",
        multiple=True,
        metavar="PATTERN",
        help="Only codecs whose name fits (std, rust/*, *utf8*); repeatable.",
    )(command)


def encoding(command: _Command) -> _Command:
    """Add --encoding of commands that ask in one encoding alone."""
    names = [item.value for item in Encoding if item is not Encoding.NONE]
    kind = click.Choice(names, case_sensitive=False)
    return click.option("--encoding", type=kind, default="UTF-8", show_default=True)(command)


def narrowing(command: _Command) -> _Command:
    """Add the options that narrow the questions to a part of the offers."""
    command = click.option(
        "--encoding",
        "encodings",
        multiple=True,
        type=click.Choice([item.value for item in Encoding], case_sensitive=False),
        help="Only this encoding; repeatable.",
    )(command)
    return click.option(
        "--op",
        "ops",
        multiple=True,
        callback=_known_op,
        metavar="OP",
        help='Only this operation ("decode"), or one in full ("decode UTF-8 strict"); repeatable.',
    )(command)


def _known_op(ctx: click.Context, option: click.Parameter, ops: tuple[str, ...]) -> tuple[str, ...]:
    for text in ops:
        try:
            # With a blank it is an offer in full: an operation alone has none.
            Op(text) if " " not in text else Offer.parse(text)
        except ValueError:
            known = ", ".join(Op)
            raise click.BadParameter(
                f"{text} is no operation; there are {known}", ctx, option
            ) from None
    return ops


def confinement(command: _Command) -> _Command:
    """Add --confine and --build-network, which hold for all that the command starts."""
    command = click.option(
        "--confine",
        type=click.Choice([item.value for item in Wish]),
        callback=_confine,
        expose_value=False,
        help="Whether codecs run where they see and reach nothing but what they need. With "
        "`require` nothing runs otherwise.  [default: prefer; with --sign require]",
    )(command)
    return click.option(
        "--build-network/--no-build-network",
        default=None,
        callback=_build_network,
        expose_value=False,
        help="Whether builds may fetch over the network.  [default: those of shipped adapters]",
    )(command)


def _confine(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value:
        _set_for(ctx, choice.VARIABLE, value)
    # Completion in the shell parses the options too, and must print nothing.
    if not ctx.resilient_parsing:
        warn_of_rights()


def memory(command: _Command) -> _Command:
    """Add --memory, which holds for all that the command starts."""
    return click.option(
        "--memory",
        type=click.Choice([item.value for item in MemoryCheck]),
        callback=_memory,
        expose_value=False,
        help="How memory is watched. pages: beside input and output, by the kits of C, C++, "
        "Rust and Go; sanitizer: adapters in C and C++ are built with AddressSanitizer and "
        "UndefinedBehaviorSanitizer; valgrind: programs run under it, 20 to 50 times slower.  "
        "[default: pages]",
    )(command)


def _memory(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if not value:
        return
    # Imported here, since `--help` loads this module and should not load adapters.
    from utfproof.adapters.build import memory_checks

    memory_checks.require(MemoryCheck(value))
    _set_for(ctx, memory_checks.VARIABLE, value)


def _build_network(ctx: click.Context, _: click.Parameter, value: bool | None) -> None:
    if value is not None:
        _set_for(ctx, choice.NETWORK_VARIABLE, "1" if value else "0")


def _set_for(ctx: click.Context, name: str, value: str) -> None:
    """Set a variable of the environment, by which processes know it, as long as a command runs."""
    # Adapters, workers and builds are processes of their own: only the environment reaches them.
    before = os.environ.get(name)
    os.environ[name] = value

    def back() -> None:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before

    # Tests call commands one after another in a process: a choice must not leak into the next.
    ctx.call_on_close(back)


def require_confinement() -> None:
    """Want codecs confined from here on, unless the user has said something else.

    Raises:
        UsageError: they cannot be confined on this machine.
    """
    if choice.VARIABLE not in os.environ:
        _set_for(click.get_current_context(), choice.VARIABLE, Wish.REQUIRE)
    choice.means()


def warn_of_rights() -> None:
    """Say on stderr that codecs are not confined, where that is so."""
    if choice.wish() is Wish.OFF:
        click.echo("utfproof: warning: --confine off: codecs run with all your rights", err=True)
    elif choice.means() is None:
        problem = "neither bubblewrap nor Landlock works here: codecs run with all your rights"
        click.echo(f"utfproof: warning: {problem}", err=True)


def as_json(command: _Command) -> _Command:
    """Add --format text|json."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="json prints one object on stdout and nothing else.",
    )(command)


def jobs(command: _Command) -> _Command:
    """Add --jobs N."""
    return click.option(
        "--jobs",
        type=click.IntRange(1),
        default=os.cpu_count() or 1,
        show_default="processors",
        help="How many adapters, or processes of one, work side by side.",
    )(command)


def processors(command: _Command) -> _Command:
    """Add --cpu NAME,…: an empty name stands for this machine's own."""
    return click.option(
        "--cpu",
        "cpus",
        default="",
        metavar="NAME,…",
        callback=_processors,
        help=f"The processors that codecs are built for: {', '.join(PROCESSORS)}. Those of other "
        "processors than this machine's run under QEMU.",
    )(command)


def _processors(ctx: click.Context, option: click.Parameter, text: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",")] if text else [processor.own()]
    for name in names:
        if name != processor.own() and name not in PROCESSORS:
            known = ", ".join(PROCESSORS)
            problem = f"{name or 'an empty name'} is no processor; there are {known}"
            raise click.BadParameter(problem, ctx, option)
    # The machine's own needs no emulation, and its codecs keep their names.
    return tuple(dict.fromkeys("" if name == processor.own() else name for name in names))


def shard(command: _Command) -> _Command:
    """Add --shard I/N."""
    return click.option(
        "--shard",
        callback=_shard,
        metavar="I/N",
        help="Only part I of N of the codecs; `report merge` joins the parts.",
    )(command)


def _shard(ctx: click.Context, option: click.Parameter, text: str | None) -> Shard | None:
    # Imported here, since `--help` loads this module and should not load the engine.
    from utfproof.engine.run_shard import Shard

    try:
        return Shard.parse(text) if text else None
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, option) from None


def hexadecimal(ctx: click.Context, option: click.Parameter, text: str) -> str:
    """Take a number as a journal has it, or ""; anything else is refused."""
    if re.fullmatch(_NUMBER, text):
        return text
    raise click.BadParameter(f"{text!a}: give up to 64 hexadecimal digits", ctx, option)


def write(path: Path, text: str) -> None:
    """Write a file that the user asked for; its folder is made if need be.

    Raises:
        UtfproofError: it cannot be written; the old content is kept.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        storage.replace(path, text)
    except OSError as error:
        hint = "give another file: --out FILE"
        raise UtfproofError(str(error.strerror), place=str(path), hint=hint) from None


def cluster(command: _Command) -> _Command:
    """Add --cluster ADDRESS."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: the address of its scheduler (tcp://host:8786), or `local`.",
    )(command)


def cross_check(command: _Command) -> _Command:
    """Add --cross-check PERCENT."""
    return click.option(
        "--cross-check",
        type=click.IntRange(0, 100),
        default=CROSS_CHECKED,
        show_default=True,
        metavar="PERCENT",
        help="With --cluster: how many of the tasks two workers are asked, and their answers "
        "compared; one of each worker at least, 0 for none.",
    )(command)


def print_json(value: object) -> None:
    """Print a JSON value, indented, on stdout."""
    click.echo(json.dumps(value, indent=2))


def typed_octets(text: str, example: str) -> bytes:
    """Read octets as people type them: `C0 80`, `0xC0,0x80`, or as escapes.

    Raises:
        UsageError: it is anything else; the example is its hint.
    """
    plain = "".join(text.replace("0x", "").replace("\\x", "").replace(",", " ").split())
    try:
        return bytes.fromhex(plain)
    except ValueError:
        hint = f"write pairs of hex digits: {example}"
        raise UsageError(f"{text!r} is not octets", hint=hint) from None
