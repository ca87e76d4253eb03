"""Every error that a user can meet: each names the place, the problem and the next step."""

from __future__ import annotations


class UtfproofError(Exception):
    """Base of all errors that are reported without a traceback."""

    exit_code = 2

    def __init__(self, problem: str, *, place: str = "", hint: str = "") -> None:
        """Join place, problem and next step into one line."""
        text = f"{place}: {problem}" if place else problem
        super().__init__(f"{text}: {hint}" if hint else text)
        self.problem = problem
        self.place = place
        self.hint = hint


class UsageError(UtfproofError):
    """The command was asked for something that does not exist."""


class Unavailable(UtfproofError):
    """The adapter or codec cannot run on this machine: nothing ran."""

    exit_code = 5


class VectorError(UtfproofError):
    """A file under vectors/ is wrong: the suite is inconsistent and no run starts."""

    exit_code = 4


class ManifestError(UtfproofError):
    """An adapter.yaml is wrong, or contradicts the hello of its program."""

    exit_code = 3


class BuildError(UtfproofError):
    """An adapter could not be built; `output` is the output of the build."""

    exit_code = 3

    def __init__(self, problem: str, *, place: str = "", hint: str = "", output: str = "") -> None:
        """Keep the build's output beside the message."""
        super().__init__(problem, place=place, hint=hint)
        self.output = output


class ArchiveError(UtfproofError):
    """An adapter did not arrive where it was sent to."""


class ClusterError(UtfproofError):
    """A cluster cannot be reached, or its workers cannot do this work."""


class JournalError(UtfproofError):
    """A journal cannot be written or read."""


class ExpectationsError(UtfproofError):
    """A file of known failures is wrong, or names codecs or cases that do not exist."""


class FindingsError(UtfproofError):
    """The findings of a campaign cannot be written or read."""


class KeyFileError(UtfproofError):
    """A key cannot be made, read or used."""


class CertificateError(UtfproofError):
    """No certificate can be made of a run, or one cannot be read at all."""


class CertificateRefused(UtfproofError):
    """A certificate does not hold: something of it is not as it was signed."""

    exit_code = 1
