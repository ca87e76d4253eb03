"""Faults without a name that texts in one piece do not show.

They show in a split, in the time at which output comes, in a slice, in a second text, or in the
size that is told of the output.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from utfproof.engine.attribution.rules import Kind, requirement
from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.model.fields import read_octets
from utfproof.model.operation import CUT_OPS, SIZE_OPS, Offer, Op
from utfproof.proof.diagnosis.inquiry import CodecInquiry

_MOST_DIGITS = 64
_SPLITS, _DELIVERY, _SIZES = "splits", "delivery", "sizes"
_TOLD = re.compile(r"ok (\d+) (\d+)")
_DUE = re.compile(r"\(late: (.+ is due with chunk \d+)\)")


def shown(
    inquiry: CodecInquiry, left: Sequence[CaseFinished], failures: int
) -> Iterator[Diagnosed]:
    """Yield a diagnosis of each kind of fault that texts in one piece do not show."""
    context = inquiry.context
    kinds: dict[str, list[CaseFinished]] = {}
    for event in left:
        kinds.setdefault(_kind(inquiry, event), []).append(event)
    for family, (describe, flag) in _KINDS.items():
        found = kinds.get(family)
        if found:
            smallest = min(found, key=lambda event: (len(event.input), event.input))
            about = describe(smallest)
            note = context.suite.notes.get(flag)
            yield Diagnosed(
                codec=context.name,
                fault=f"unnamed/{family}",
                about=about,
                encoding=smallest.op.split(" ")[1],
                flag=flag,
                cwe=note.cwe if note else (),
                cve=note.cve if note else (),
                exact=len(found) == failures,
                explains=len(found),
                failures=failures,
                case=smallest.case,
                op=smallest.op,
                input=smallest.input,
            )


def _kind(inquiry: CodecInquiry, event: CaseFinished) -> str:
    """Return the family of a failure that shows only in parts, "" where the whole fails too."""
    offer = Offer.parse(event.op)
    if offer.op in SIZE_OPS:
        return _SIZES if _TOLD.fullmatch(event.actual) and _is_size(inquiry, event) else ""
    family = _FAMILY_OF.get(offer.op, "")
    whole = offer.with_op(Op.VALIDATE if offer.op.validates else Op.DECODE)
    if not family or whole not in inquiry.context.offers:
        return ""
    texts = [read_octets(field) for field in event.input.split(" ")]
    text = b"".join(texts) if offer.op in CUT_OPS else texts[1]
    [judgement] = inquiry.judged(whole, [text])
    if judgement.verdict.red:
        return ""
    return _DELIVERY if family == _SPLITS and _is_late(inquiry, event) else family


def _is_size(inquiry: CodecInquiry, event: CaseFinished) -> bool:
    """Tell whether an answer breaks no more than the promise of an exact size."""
    settings = inquiry.context.codec.claims.settings(Offer.parse(event.op).encoding)
    kinds = (Kind.SIZE, Kind.EXACT_SIZE)
    return settings is not None and event.breaks[:1] in [
        (requirement(kind, settings),) for kind in kinds
    ]


def _is_late(inquiry: CodecInquiry, event: CaseFinished) -> bool:
    """Tell whether an answer breaks no more than the time at which output is due."""
    settings = inquiry.context.codec.claims.settings(Offer.parse(event.op).encoding)
    return settings is not None and event.breaks[:1] == (requirement(Kind.DELIVERY, settings),)


def _cut(event: CaseFinished) -> str:
    return f"{_chunks(event)} is read otherwise than whole."


def _late(event: CaseFinished) -> str:
    due = _DUE.search(event.expected)
    return f"{_chunks(event)} comes late{f': {due[1]}' if due else ''}."


def _chunks(event: CaseFinished) -> str:
    sizes = [len(field) // 2 for field in event.input.replace("-", "").split(" ")]
    joined = event.input.replace(" ", "").replace("-", "")
    chunks = "in one chunk" if len(sizes) == 1 else f"cut into {'+'.join(map(str, sizes))} octets"
    resumed = Offer.parse(event.op).op is Op.DECODE_RESUMED
    saved = ", with the state saved and restored between," if resumed else ""
    return f"{_shortened(joined)} {chunks}{saved}"


def _before(event: CaseFinished) -> str:
    first, _, second = event.input.partition(" ")
    read = "the empty text" if second == "-" else _shortened(second)
    return f"After {_shortened(first)} the same object reads {read} wrongly."


def _beside(event: CaseFinished) -> str:
    octets = event.input.split(" ")[1]
    return f"{_shortened(octets)} is read wrongly as a slice of a buffer, rightly by itself."


def _miscounted(event: CaseFinished) -> str:
    found, op = _TOLD.fullmatch(event.actual), Offer.parse(event.op).op
    predicted, written = found.groups() if found else ("?", "?")
    unit = "octet" if op.encodes else "unit"
    units = unit if predicted == "1" else f"{unit}s"
    text = event.input if len(event.input) <= _MOST_DIGITS else f"{event.input[:_MOST_DIGITS]} …"
    shown = " ".join(f"U+{value.upper():0>4}" for value in text.split() if value not in "-…")
    of = (shown if op.encodes else _shortened(event.input.strip("-"))) or "the empty text"
    return f"Of {of} it predicts {predicted} {units} and writes {written}."


def _shortened(digits: str) -> str:
    return digits.upper() if len(digits) <= _MOST_DIGITS else f"{digits[:_MOST_DIGITS].upper()} …"


_FAMILY_OF = {
    **dict.fromkeys(CUT_OPS, _SPLITS),
    Op.DECODE_AGAIN: "history",
    Op.DECODE_WITHIN: "neighbours",
}
"""Operation → the family of what it alone finds, where the whole input is read rightly."""

_KINDS: dict[str, tuple[Callable[[CaseFinished], str], str]] = {
    _SPLITS: (_cut, "Chunking"),
    _DELIVERY: (_late, "Chunking"),
    "history": (_before, "Reuse"),
    "neighbours": (_beside, "Position"),
    _SIZES: (_miscounted, "Size"),
}
"""Family → how what it found is told, and the flag of such faults."""
