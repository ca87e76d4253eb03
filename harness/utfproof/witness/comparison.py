"""Two witnesses of one fact: the adapter's answer, and that of the witness."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Crashed, Hung
from utfproof.witness.printed import NoAnswer, PrintedAnswer
from utfproof.witness.printed import answers as read

_WITH_SIGNATURE = 2
_CHECKS = (Op.VALIDATE, Op.VALIDATE_CAUSE, Op.SWEEP)


class Agreement(StrEnum):
    """Whether adapter and witness say the same.

    `apart` is said where the witness was asked about the whole input and the adapter in another
    way: then the way may make the difference. `silent` is said where one of them cannot be asked,
    `changed` where the adapter gives another answer than in the run whose failure is confirmed.
    """

    AGREE = "agree"
    DISAGREE = "disagree"
    APART = "apart"
    SILENT = "silent"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether adapter and witness agree about an input, and their difference."""

    agreement: Agreement
    why: str = ""


def compare(
    offer: Offer, spoken_for: Offer, answer: Answer, said: Sequence[PrintedAnswer | NoAnswer]
) -> Comparison:
    """Compare the adapter's answer with that of the witness for the same question.

    `said` has one answer, of decode-again two where the witness takes one text.
    """
    ended = [one for one in said if isinstance(one, NoAnswer)]
    if isinstance(answer, Crashed | Hung):
        if ended:
            return Comparison(Agreement.AGREE)
        problem = "the adapter's process ends, the witness answers"
        return Comparison(Agreement.DISAGREE, problem)
    if not isinstance(answer, bytes):
        return Comparison(Agreement.SILENT, "the adapter was not asked")
    own = answer.decode("ascii", "replace")
    if offer.op is Op.SWEEP:
        own = _of_one_string(own)
    if ended:
        return Comparison(Agreement.DISAGREE, f"the witness {ended[0].text}")
    printed = [one for one in said if isinstance(one, PrintedAnswer)]
    if silent := _silence(offer, spoken_for, own, printed):
        return Comparison(Agreement.SILENT, silent)
    answers = own.split(" / ") if offer.op is Op.DECODE_AGAIN else [own]
    if len(printed) < len(answers):  # its own program prints both in one line
        printed = [one for text in printed[0].text.split(" / ") for one in read(text)]
    if len(printed) != len(answers):
        return Comparison(Agreement.DISAGREE, "the witness has not one answer for each text")
    pairs = zip(answers, printed, strict=True)
    problems = (_difference(offer, spoken_for, one, other) for one, other in pairs)
    if not (problem := next(filter(None, problems), "")):
        return Comparison(Agreement.AGREE)
    same_way = offer.op in (spoken_for.op, *_CHECKS)
    return Comparison(Agreement.DISAGREE if same_way else Agreement.APART, problem)


def _of_one_string(label: str) -> str:
    """Return the label that a sweep gives one string as a validator's answer."""
    found = re.fullmatch(r"ok 1(?:v|i(\d*))", label)
    if found is None:
        return label
    return "ok" if label.endswith("v") else f"error {found[1] or '?'} ?"


def _silence(offer: Offer, spoken_for: Offer, own: str, printed: Sequence[PrintedAnswer]) -> str:
    if own.startswith(("overrun ", "unstable ")):
        return "the witness sees nothing of the memory around its input"
    if own.startswith("impossible") or any(one.text.startswith("impossible") for one in printed):
        return "the language has no such value"
    if offer.op is Op.VALIDATE_CAUSE is not spoken_for.op and own.startswith("error"):
        return "the witness does not tell the cause of an error"
    if offer.op is Op.DECODE_REPLACED is not spoken_for.op and own.startswith("ok"):
        return "the witness does not tell what was replaced"
    if offer.op.sizes and not spoken_for.op.sizes and own.startswith("ok"):
        return "the witness tells no size"
    if offer.op.bounded and not spoken_for.op.bounded and not own.startswith(("ok", "error")):
        return "the room is too small; the witness has enough"
    return ""


def _difference(offer: Offer, spoken_for: Offer, own: str, said: PrintedAnswer) -> str:
    refused = own.startswith("error")
    if refused != said.is_refusal:
        return "one refuses, the other does not"
    if refused:
        return _difference_of_places(own, said)
    if offer.op.validates or offer.op is Op.SWEEP:
        return ""
    fields = own.lower().split()[2 if offer.op.tells_taken else 1 :]
    values = list(said.values or ())
    if spoken_for.op.tells_taken:
        if (own.startswith("short"), own.split()[1:2]) != (said.is_short, values[:1]):
            return "they do not take as much"
        values = values[1:]
    if offer.op.without_encoding:
        return _difference_of_names(fields, values)
    if "|" not in values:
        fields = [field for field in fields if field != "|"]
    shown = _octets if offer.op.encodes else _points
    return "" if shown(fields) == shown(values) else "their texts differ"


def _difference_of_places(own: str, said: PrintedAnswer) -> str:
    stated = re.match(r"error (\d+)", own)
    if stated and said.offset is not None and int(stated[1]) != said.offset:
        return f"their places differ: {stated[1]} and {said.offset}"
    return ""


def _difference_of_names(fields: list[str], values: list[str]) -> str:
    one, other = (_plain((names or ["?"])[0]) for names in (fields, values))
    if one == "?" and other not in _ENCODINGS:  # to an adapter other encodings are unknown names
        return ""
    if len(values) == _WITH_SIGNATURE and fields[1:] != values[1:]:
        return "their lengths of the signature differ"
    return "" if one == other else "their names differ"


def _plain(name: str) -> str:
    """Return a name as all languages write it: utf-16le, utf16le or utf_16_le."""
    return re.sub(r"[^a-z0-9?]", "", name.lower())


_ENCODINGS = frozenset(_plain(encoding) for encoding in Encoding)


def _points(fields: list[str]) -> list[str]:
    return [field.lstrip("0") or "0" for field in fields]


def _octets(fields: list[str]) -> str:
    """Return the digits of octets, however they are grouped; nothing may be written `-`."""
    return "".join(field for field in fields if field != "-")
