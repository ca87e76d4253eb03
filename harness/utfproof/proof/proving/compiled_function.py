"""A compiled function, and how it is called: its arguments, and the meaning of what it returns."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from utfproof.errors import UsageError


class Argument(StrEnum):
    """What a function is given, in the order of its parameters."""

    OCTETS = "octets"
    LENGTH = "length"
    VALUE = "value"


class Returns(StrEnum):
    """What a function returns: of a whole text, or of the character at its beginning.

    An error pointer is NULL where the text is well-formed, else it points to the first error. A
    flag is 1 or 0, an int or a bool. A length is that of the first character, an int or a long,
    negative where none stands there.
    """

    ERROR_POINTER = "error-pointer"
    INT_FLAG = "int-flag"
    BOOL_FLAG = "bool-flag"
    INT_LENGTH = "int-length"
    LONG_LENGTH = "long-length"

    @property
    def of_one_character(self) -> bool:
        """Tell whether the function reads one character, and no whole text."""
        return self in (Returns.INT_LENGTH, Returns.LONG_LENGTH)


@dataclass(frozen=True, slots=True)
class CompiledFunction:
    """A function of a shared object of this processor.

    Without a length among the arguments the text ends at its first NUL.
    """

    library: Path
    name: str
    arguments: tuple[Argument, ...]
    returns: Returns

    @property
    def terminated(self) -> bool:
        """Tell whether the text ends at its first NUL."""
        return Argument.LENGTH not in self.arguments


def installed(soname: str) -> Path | None:
    """Return the place of a library that the loader of this machine knows; None if it has none."""
    listed = subprocess.run(
        ["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False, timeout=30
    ).stdout
    for line in listed.splitlines():
        name, _, place = line.strip().partition(" => ")
        if name.split(" ", 1)[0] == soname and "x86-64" in name:
            return Path(place)
    return None


def described(library: Path, name: str, arguments: str, returns: str) -> CompiledFunction:
    """Describe a function in the words of the command line: `octets,length`, `int-flag`.

    Raises:
        UsageError: no octets among the arguments, or a word that is none of these.
    """
    try:
        own = tuple(Argument(word.strip()) for word in arguments.split(","))
        result = Returns(returns)
    except ValueError as error:
        hint = f"arguments: {', '.join(Argument)}; what it returns: {', '.join(Returns)}"
        raise UsageError(str(error), hint=hint) from None
    if own.count(Argument.OCTETS) != 1 or len(set(own)) != len(own):
        raise UsageError(f"arguments {arguments}", hint="name octets once, and no other twice")
    if result.of_one_character and Argument.VALUE not in own:
        raise UsageError(f"returns {returns}", hint="its value goes to an argument: name `value`")
    return CompiledFunction(library, name, own, result)
