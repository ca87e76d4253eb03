"""The picture: everything is on it once, nothing lies over anything else, and it is sound XML."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from utfproof.model.encoding import Scheme
from utfproof.proof.automata import drawing, layout
from utfproof.proof.automata.diagram import Diagram, EdgeMark, diagram
from utfproof.proof.automata.layout import Layout, Size, laid_out
from utfproof.proof.automata.machine_comparison import MachineComparison, compare
from utfproof.reference import schemes

Box = tuple[float, float, float, float]
"""Left, right, top and bottom."""

SVG = "{http://www.w3.org/2000/svg}"
PAIRS = [
    (Scheme.UTF_8, Scheme.UTF_8),
    (Scheme.RFC_2279, Scheme.UTF_8),
    (Scheme.MUTF_8, Scheme.UTF_8),
    (Scheme.CESU_8, Scheme.WTF_8),
    (Scheme.WTF_8, Scheme.WTF_8),
    (Scheme.UTF_16, Scheme.UTF_16),
    (Scheme.UTF_32, Scheme.UTF_32),
    (Scheme.UTF_16BE, Scheme.UCS_2),
]
pairs = pytest.mark.parametrize(("one", "other"), PAIRS)


def compared(one: Scheme, other: Scheme) -> MachineComparison:
    return compare(schemes.automaton(one), schemes.automaton(other))


def drawn(one: Scheme, other: Scheme, title: str = "a codec") -> ET.Element:
    return ET.fromstring(drawing.draw(compared(one, other), title))  # noqa: S314  (it is ours)


def of_class(svg: ET.Element, mark: str) -> list[ET.Element]:
    return [group for group in svg.iter(f"{SVG}g") if group.get("class") == mark]


def titles(groups: list[ET.Element]) -> set[str]:
    return {str(group.findtext(f"{SVG}title")) for group in groups}


def follow(graph: Diagram, octets: str) -> str:
    """Follow octets through the picture from its start; give the key of the node at the end."""
    at = "state 0"
    for octet in bytes.fromhex(octets):
        at = at.removesuffix(" again")
        (at,) = (
            way.target
            for way in graph.ways
            if way.source == at and octet in way.octets and way.mark != EdgeMark.MISSING
        )
    return at


def test_every_way_of_utf_8_is_read_from_left_to_right() -> None:
    graph = diagram(compared(Scheme.UTF_8, Scheme.UTF_8))
    assert len(graph.nodes) == 8 + 1  # all but the dead state, and the start once more
    assert all(way.mark == EdgeMark.EXPECTED for way in graph.ways)
    for text in ("41", "C2 80", "E0 A0 80", "ED 9F BF", "EF BF BF", "F0 90 80 80", "F4 8F BF BF"):
        assert follow(graph, text) == "state 0 again"
        assert follow(graph, f"{text} 41") == "state 0 again"


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_picture_holds_every_transition_that_is_not_refused(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    graph = diagram(compared(scheme, scheme))
    found = {
        (way.source, octet, way.target.removesuffix(" again"))
        for way in graph.ways
        for octet in way.octets
    }
    assert found == {
        (f"state {state}", octet, f"state {target}")
        for state, row in enumerate(automaton.step)
        for octet, target in enumerate(row)
        if target != automaton.dead
    }


def test_unexpected_and_missing_transitions_are_marked() -> None:
    graph = diagram(compared(Scheme.RFC_2279, Scheme.UTF_8))
    by_mark = {
        mark: {node.access.hex() for node in graph.nodes.values() if node.mark == mark}
        for mark in (EdgeMark.WRONG, EdgeMark.MISSING)
    }
    assert by_mark == {EdgeMark.WRONG: {"f8", "f9", "fc", "fd"}, EdgeMark.MISSING: {"f4"}}
    start = {
        (way.octets[0], way.octets[-1]): way.mark for way in graph.ways if way.source == "state 0"
    }
    assert start == {
        **dict.fromkeys(
            [(0x00, 0x7F), (0xC2, 0xDF), (0xE0, 0xE0), (0xE1, 0xEF)], EdgeMark.EXPECTED
        ),
        **dict.fromkeys([(0xED, 0xED), (0xF0, 0xF0), (0xF1, 0xF3)], EdgeMark.EXPECTED),
        **dict.fromkeys([(0xF4, 0xF7), (0xF8, 0xF8), (0xF9, 0xFB)], EdgeMark.WRONG),
        **dict.fromkeys([(0xFC, 0xFC), (0xFD, 0xFD)], EdgeMark.WRONG),
        (0xF4, 0xF4): EdgeMark.MISSING,
    }


@pairs
def test_a_picture_has_no_cycle(one: Scheme, other: Scheme) -> None:
    graph = diagram(compared(one, other))
    found = layout.layers(list(graph.nodes), [(way.source, way.target) for way in graph.ways])
    assert all(found[way.source] < found[way.target] for way in graph.ways)


def test_a_cycle_has_no_layers() -> None:
    with pytest.raises(ValueError, match="cycle"):
        layout.layers(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "b")])


def boxes(found: Layout, nodes: dict[str, Size], labels: list[Size]) -> list[Box]:
    """Return what nodes, labels, and ways through columns take up."""
    held = [(spot, nodes[name]) for name, spot in found.nodes.items()]
    held += [(route[0].middle, size) for route, size in zip(found.routes, labels, strict=True)]
    for route in found.routes:
        held += [(place.middle, Size(place.right - place.left, 1)) for place in route[1:]]
    return [
        (x - size.width / 2, x + size.width / 2, y - size.height / 2, y + size.height / 2)
        for (x, y), size in (((spot.x, spot.y), size) for spot, size in held)
    ]


@pairs
def test_nothing_lies_over_anything_else(one: Scheme, other: Scheme) -> None:
    graph = diagram(compared(one, other))
    nodes = {key: drawing._node_size(node) for key, node in graph.nodes.items()}
    labels = [drawing._label_size(drawing._lines(way.octets)) for way in graph.ways]
    found = laid_out(nodes, [(way.source, way.target) for way in graph.ways], labels)
    placed = boxes(found, nodes, labels)
    assert all(left >= 0 and right <= found.width + 0.01 for left, right, _, _ in placed)
    assert all(top >= -0.01 and bottom <= found.height + 0.01 for _, _, top, bottom in placed)
    for (left, right, top, bottom), (left_2, right_2, top_2, bottom_2) in combinations(placed, 2):
        assert left >= right_2 or left_2 >= right or top >= bottom_2 or top_2 >= bottom


def test_an_edge_crosses_the_columns_between_its_nodes_from_left_to_right() -> None:
    size = Size(40, 40)
    edges = [("a", "b"), ("b", "c"), ("a", "c")]
    found = laid_out(dict.fromkeys("abc", size), edges, [Size(30, 15)] * 3)
    assert [len(route) for route in found.routes] == [1, 1, 3]
    for (source, target), route in zip(edges, found.routes, strict=True):
        ends = [found.nodes[source].x, *(place.middle.x for place in route), found.nodes[target].x]
        assert ends == sorted(ends)


@pairs
def test_the_picture_is_sound_xml_with_a_title_and_a_description(
    one: Scheme, other: Scheme
) -> None:
    svg = drawn(one, other)
    assert svg.tag == f"{SVG}svg"
    assert svg.get("role") == "img"
    assert str(svg.get("aria-labelledby")).split() == ["title", "desc"]
    named = {element.get("id"): element.text for element in svg if element.get("id")}
    assert named["title"] == "a codec"
    fault = compared(one, other).fault or "accepts exactly what it should"
    assert str(named["desc"]).endswith(f"; it {fault}")


def test_the_picture_needs_nothing_from_elsewhere_and_suits_a_dark_screen() -> None:
    text = drawing.draw(compared(Scheme.UTF_8, Scheme.UTF_8), "a codec")
    assert re.findall(r"https?://[^\s\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in text
    assert "@media (prefers-color-scheme: dark)" in text


def test_a_title_is_text_whatever_is_in_it() -> None:
    title = """<script>alert("&amp;")</script> & 'more' ]]>"""
    svg = drawn(Scheme.UTF_8, Scheme.UTF_8, title)
    assert svg.findtext(f"{SVG}title") == title
    assert list(svg.iter(f"{SVG}script")) == []


def test_states_and_ways_say_what_they_are() -> None:
    svg = drawn(Scheme.RFC_2279, Scheme.UTF_8)
    assert titles(of_class(svg, "wrong")) >= {
        "after F8: no string ends here; not as expected",
        "start, F4-F7: F1; not as expected",
        "F8, 88-BF: F1; not as expected",
    }
    assert titles(of_class(svg, "missing")) == {
        "after F4: no string ends here; missing",
        "start, F4: F4; missing",
        "F4, 80-8F: E1; missing",
    }
    assert titles(of_class(svg, "again")) == {
        "the start: a string may end here; drawn before: go on there"
    }
    assert "start, E1-EC EE-EF: E1" in titles(of_class(svg, "expected"))


def test_a_state_where_a_string_may_end_has_two_rims() -> None:
    svg = drawn(Scheme.UTF_16, Scheme.UTF_16)
    rims = {
        str(group.findtext(f"{SVG}title")): len(group.findall(f"{SVG}rect"))
        for group in svg.iter(f"{SVG}g")
        if group.find(f"{SVG}rect") is not None
    }
    assert rims.pop("the start: a string may end here") == 2
    assert all((count == 2) == ("a string may end here" in title) for title, count in rims.items())


def test_a_label_of_many_ranges_is_cut_and_its_tooltip_is_not() -> None:
    octets = tuple(range(0, 256, 2))
    lines = drawing._lines(octets)
    assert len(lines) == 4
    assert lines[-1] == "… 128 octets"
