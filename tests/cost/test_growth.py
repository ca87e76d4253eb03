"""When the time of a curve grows faster than its input, and how that is drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from utfproof.model.contract import Contract, Term
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.proof.cost.drawing import draw
from utfproof.proof.cost.growth import CostCurve, CostPoint
from utfproof.proof.cost.shapes import CostShape, shapes

VALIDATE = Offer.parse("validate UTF-8 strict")


def curve(time: Callable[[int], float], count: int = 6) -> CostCurve:
    points = tuple(CostPoint(size, time(size)) for size in (2048 << n for n in range(count)))
    return CostCurve(VALIDATE, "tails", points)


@pytest.mark.parametrize(
    ("time", "grows"),
    [
        (lambda n: n * n * 1e-9, True),
        (lambda n: n**1.3 * 1e-6, True),
        (lambda n: n * 1e-6, False),
        (lambda n: n**1.15 * 1e-6, False),
        (lambda n: 0.0 * n, False),
        (lambda n: n * n * 5e-11, False),  # 0.2 s at the end: too short to tell
        (lambda n: 0.01 + n * 1e-9, False),
        (lambda n: 1e-3 if n < 1 << 15 else n * 1e-6, False),  # one step, and then no growth
    ],
)
def test_three_steep_doublings_are_growth(time: Callable[[int], float], *, grows: bool) -> None:
    assert curve(time).grows is grows


@pytest.mark.parametrize(
    ("exponents", "last", "grows"),
    [
        ((1.55, 1.81, 1.28), 0.34, False),
        ((1.55, 1.81, 1.28), 1.1, True),
        ((1.58, 1.45, 1.3), 0.34, True),
        ((1.3, 1.3, 1.3), 0.34, True),
        ((2.0, 2.2, 1.6), 0.34, True),
        ((1.9, 2.0, 2.2), 0.34, True),
    ],
)
def test_a_curve_that_eases_at_its_end_grows_from_a_second_on(
    exponents: tuple[float, ...], last: float, *, grows: bool
) -> None:
    seconds = [last]
    for one in reversed(exponents):
        seconds.insert(0, seconds[0] / 2**one)
    points = tuple(CostPoint(2048 << n, time) for n, time in enumerate(seconds))
    assert CostCurve(VALIDATE, "tails", points).grows is grows


def test_two_doublings_are_not_enough() -> None:
    assert not curve(lambda n: n * n * 1e-9, count=3).grows
    assert curve(lambda n: n * n * 1e-9, count=4).grows
    assert not CostCurve(VALIDATE, "tails", ()).grows


def test_what_the_clock_cannot_tell_is_no_growth() -> None:
    points = tuple(CostPoint(2048 << n, 4**n * 1e-6, resolved=n > 2) for n in range(6))
    assert not CostCurve(VALIDATE, "tails", points).grows


def test_the_exponent_of_a_square_is_two() -> None:
    assert curve(lambda n: n * n * 1e-9).exponents == pytest.approx([2.0] * 5)


def test_the_picture_names_what_grows_and_is_xml() -> None:
    steep, flat = curve(lambda n: n * n * 1e-9), curve(lambda n: n * 1e-9)
    drawn = draw([steep, flat, CostCurve(VALIDATE, "leads", (), unasked="no <answer>")], "a & b")
    root = ET.fromstring(drawn)  # noqa: S314  (our own)
    kinds = [one.get("class") for one in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert kinds == ["curve grows", "curve"]
    assert "validate UTF-8 strict, tails" in drawn


def test_the_peak_of_memory_is_drawn_below_the_time() -> None:
    points = tuple(CostPoint(2048 << n, 0.01, peak=30 << 20) for n in range(3))
    root = ET.fromstring(draw([CostCurve(VALIDATE, "tails", points)], "a"))  # noqa: S314  (our own)
    ways = [one.get("points") or "" for one in root.iter("{http://www.w3.org/2000/svg}polyline")]
    heights = [{float(spot.split(",")[1]) for spot in way.split()} for way in ways]
    assert [len(one) for one in heights] == [1, 1]
    assert min(heights[1]) > max(heights[0])
    assert "16 MiB" in "".join(root.itertext())


@pytest.mark.parametrize("curves", [[], [CostCurve(VALIDATE, "tails", (CostPoint(1, 0.0),))]])
def test_nothing_to_draw_is_a_picture_too(curves: list[CostCurve]) -> None:
    assert ET.fromstring(draw(curves, "none")).tag.endswith("svg")  # noqa: S314  (our own)


def made(
    op: str, profile: str = "rfc3629", excludes: frozenset[int] = frozenset()
) -> dict[str, CostShape]:
    offer = Offer.parse(op)
    settings = Claims((profile,), excludes=excludes).settings(offer.encoding)
    assert settings
    return {shape.name: shape for shape in shapes(offer, settings)}


def test_each_operation_has_its_shapes() -> None:
    decode = made("decode UTF-8 strict")
    assert decode["tails"].line(4) == b"80808080"
    assert decode["leads"].line(3) == b"f0f0f0"
    assert (decode["an error at the end"].line(10) or b"").endswith(b"f09f988080")
    assert made("decode-chunks UTF-8 strict")["tails, one octet a chunk"].line(3) == b"80 80 80"
    assert made("encode UTF-8 strict")["surrogates"].line(2) == b"d800 d800"
    apart = made("encode-chunks UTF-8 strict")["one code point a chunk"]
    assert apart.line(4) == b"61 | e9 | 20ac | 1f600"
    assert made("decode UTF-16LE strict", "rfc2781")["high surrogates"].line(2) == b"00d8"
    assert (
        made("decode UTF-32BE strict", "iso10646")["values beyond Unicode"].line(4) == b"00110000"
    )
    assert made("decode-room UTF-8 strict") == {}


def test_a_line_that_no_block_has_room_for_is_not_asked() -> None:
    assert made("decode UTF-8 strict")["tails"].line(1 << 30) is None


def test_what_the_documentation_keeps_from_the_codec_is_not_asked() -> None:
    contract = Contract(domain=(Term("well-formed", "the manual, section 1"),))
    settings = Claims(("rfc3629",), contract=contract).settings(VALIDATE.encoding)
    assert settings
    assert [one.name for one in shapes(VALIDATE, settings)] == ["well-formed text", "ASCII"]


def test_what_a_format_excludes_is_not_asked() -> None:
    kept = made("decode UTF-8 strict", excludes=frozenset({0x80, 0x61}))
    assert set(kept) == {"leads", "FF"}
