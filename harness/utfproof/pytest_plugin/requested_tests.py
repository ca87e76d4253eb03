"""The request made by the options: codecs, narrowing, known failures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

import pytest

from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import UsageError, UtfproofError
from utfproof.expectations.expectation_files import ExpectationFiles
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer, Op


@dataclass(frozen=True, slots=True)
class RequestedTests:
    """The codecs to be tested, and the files of their known failures."""

    chosen: tuple[SelectedAdapter, ...]
    narrowing: Narrowing
    level: str
    known: ExpectationFiles
    today: date


_REQUEST = pytest.StashKey[RequestedTests]()


def configure(config: pytest.Config) -> None:
    """Read the options.

    Raises:
        pytest.UsageError: they name a codec or file that does not exist, or a wrong file.
    """
    try:
        config.stash[_REQUEST] = _read(config)
    except UtfproofError as error:
        raise pytest.UsageError(f"utfproof: {error}") from None


def of(config: pytest.Config) -> RequestedTests:
    """Return the request of a test session."""
    return config.stash[_REQUEST]


def _read(config: pytest.Config) -> RequestedTests:
    chosen = registry.select(config.getoption("utfproof_codec"))
    encodings = map(_encoding, config.getoption("utfproof_encoding") or ())
    ops = map(_op, config.getoption("utfproof_op") or ())
    level = config.getoption("utfproof_level")
    today = datetime.now().astimezone().date()
    return RequestedTests(
        tuple(chosen),
        Narrowing(tuple(encodings), tuple(ops), config.getoption("utfproof_case")),
        level,
        # Not whole: options may leave out cases, and what was not asked is not missing in the list.
        ExpectationFiles(chosen, None, level, whole=False, today=today),
        today,
    )


def _encoding(text: str) -> str:
    for encoding in Encoding:
        if encoding.lower() == text.lower():
            return encoding.value
    hint = f"there are {', '.join(Encoding)}"
    raise UsageError(f"{text!a} is no encoding", place="--utfproof-encoding", hint=hint)


def _op(text: str) -> str:
    try:
        return Op(text).value if " " not in text else str(Offer.parse(text))
    except ValueError:
        hint = f"there are {', '.join(Op)}, alone or as in `decode UTF-8 strict`"
        raise UsageError(f"{text!a} is no operation", place="--utfproof-op", hint=hint) from None
