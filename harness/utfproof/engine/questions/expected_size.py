"""The size of an output: the right lengths, and the predictions that cover them."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.model.outcome import Sized


@dataclass(frozen=True, slots=True)
class ExpectedSize:
    """The size of a right output, which is never more than was predicted for it.

    `written` are the sizes that it may have, one range for each unit in which a codec may count.
    Where the size is `exact`, the prediction is the size and not only a bound.
    """

    written: tuple[range, ...]
    exact: bool = False


def is_right_size(expected: ExpectedSize, found: Sized) -> bool:
    """Tell whether output of the right size was written, and no less was predicted."""
    is_sure = found.predicted == found.written or (
        not expected.exact and found.predicted > found.written
    )
    return is_sure and is_written(expected, found)


def is_written(expected: ExpectedSize, found: Sized) -> bool:
    """Tell whether output of the right size was written, whatever was predicted."""
    return any(found.written in sizes for sizes in expected.written)


def sure_size(expected: ExpectedSize) -> tuple[bytes, ...]:
    """Render the answer that is sure to pass: an exact prediction; none where the unit counts."""
    first = expected.written[0]
    if len(first) > 1 or any(sizes != first for sizes in expected.written):
        return ()
    return (f"ok {first.start} {first.start}".encode("ascii"),)


def size_words(expected: ExpectedSize) -> str:
    """Name the right answers; a number and `+` stand for that number and all larger ones.

    Of a range that holds several sizes the smallest is named with `+` itself.
    """
    more = "" if expected.exact else "+"
    found = []
    for sizes in expected.written:
        size = f"{sizes.start}{'+' if len(sizes) > 1 else ''}"
        found.append(f"ok {sizes.start}{'+' if len(sizes) > 1 else more} {size}")
    return " or ".join(dict.fromkeys(found))


def mistake(expected: ExpectedSize, found: Sized, unit: str) -> str:
    """Describe a wrong prediction in words; "" for a right one, or for wrong output."""
    wrong = found.predicted < found.written or (expected.exact and found.predicted != found.written)
    units = unit if found.predicted == 1 else f"{unit}s"
    return f"predicts {found.predicted} {units} and writes {found.written}" if wrong else ""
