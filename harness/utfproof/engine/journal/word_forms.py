"""The fields of a journal that hold words, not text: names, ids, clauses, digests.

Reports put them into file names, addresses, tables and commands. A journal may come from anywhere:
what is no such word is refused when it is read, and nothing that acts in a page reaches one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import cache, lru_cache
from typing import cast

from utfproof.engine.journal.events import (
    RELATION,
    CaseFinished,
    Event,
    FamilyFinished,
    FamilyStarted,
    ShardFinished,
)
from utfproof.model.operation import Offer

_WORD = re.compile(r"[\w ./:+,();#-]*", re.ASCII)
_WORDS = (
    "codec", "case", "family", "shard", "level", "utfproof", "started", "requirement", "kind",
    "encoding", "flag", "fault", "build", "sources", "product", "digest", "harness", "files",
    "result",
)  # fmt: skip
_LISTS = ("profile", "clauses", "flags", "breaks", "cwe", "cve")
_OFFERS = ("scope", "not_assessed")
_ASKED = (CaseFinished, FamilyStarted, ShardFinished, FamilyFinished)
_MOST_SHOWN = 60


class NoWordError(ValueError):
    """A field of a journal holds something that is no word."""


def check(event: Event) -> None:
    """Refuse an event that has no word where one belongs.

    Raises:
        NoWordError: it says which field has what.
    """
    for name, is_one in _fields(cast("Hashable", type(event))):
        value = getattr(event, name)
        for text in (value,) if isinstance(value, str) else value:
            if not is_one(text):
                raise NoWordError(_problem(name, text))
    if isinstance(event, _ASKED):
        check_asked(event.case if isinstance(event, CaseFinished) else "", event.op)


@cache
def _fields(kind: type[Event]) -> tuple[tuple[str, Callable[[str], bool]], ...]:
    """List the fields of a kind of event that hold words, each with the test of a word."""
    names = {item.name for item in fields(kind) if item.type in ("str", "tuple[str, ...]")}
    words = [(name, _is_word) for name in (*_WORDS, *_LISTS) if name in names]
    return (*words, *((name, _is_operation) for name in ("op", *_OFFERS) if name in names))


def check_line(codec: str, op: str) -> None:
    """Refuse a line of cases that passed, for its codec and operation.

    Raises:
        NoWordError: one of them is none.
    """
    if not _is_word(codec):
        raise NoWordError(_problem("codec", codec))
    if not _is_operation(op):
        raise NoWordError(_problem("op", op))


def check_case(case: str) -> None:
    """Refuse the id of a case that is none.

    Raises:
        NoWordError: it is none.
    """
    if not _is_word(case):
        raise NoWordError(_problem("case", case))


def check_asked(case: str, op: str) -> None:
    """Refuse a case without an operation: only a relation between answers has none.

    Raises:
        NoWordError: it has none.
    """
    if not op and not case.startswith(RELATION):
        raise NoWordError(_problem("op", op))


@lru_cache(maxsize=1 << 16)
def _is_word(text: str) -> bool:
    return _WORD.fullmatch(text) is not None


@lru_cache(maxsize=1 << 10)
def _is_operation(text: str) -> bool:
    """Tell whether a text is an offer; a relation between answers has none."""
    try:
        return not text or bool(Offer.parse(text))
    except ValueError:
        return False


def _problem(name: str, text: str) -> str:
    return f"{name}: {text[:_MOST_SHOWN]!a} is no word of a journal"
