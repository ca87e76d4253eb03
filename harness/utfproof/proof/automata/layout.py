"""A layout for drawings of small graphs without cycles: columns from left to right, no overlaps.

Each edge passes a label in the column behind its source, and a point in every further column that
it crosses. Labels and points have places of their own among the nodes, so nothing is written over
anything else. The steps are those of K. Sugiyama, S. Tagawa and M. Toda, Methods for Visual
Understanding of Hierarchical System Structures, 1981. Lengths are in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum
from operator import mul

_GAP = 18.0
_POINT = 15.0
_COLUMN_GAP = 44.0
_SWEEPS = 24
_STIFF = 6.0  # how much more a point cares for its own edge than for a node


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a box."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Spot:
    """The centre of a box."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where an edge crosses a column, at one height from edge to edge."""

    left: float
    right: float
    y: float

    @property
    def middle(self) -> Spot:
        """Return the centre, where the label is in the first column that an edge crosses."""
        return Spot((self.left + self.right) / 2, self.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is: nodes by name, and the columns that each edge crosses, in order."""

    nodes: Mapping[str, Spot]
    routes: tuple[tuple[Crossing, ...], ...]
    width: float
    height: float


Edge = tuple[str, str]
_Item = tuple[str, int, int]  # a node by name, or ("", edge, column)


def layers(nodes: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """Put each node into a layer right of all its predecessors and close to its successors.

    Raises:
        ValueError: the graph has a cycle.
    """
    order = _in_order(nodes, edges)
    found = dict.fromkeys(nodes, 0)
    for node in order:
        for source, target in edges:
            if source == node:
                found[target] = max(found[target], found[node] + 1)
    entered = {target for _, target in edges}
    for node in reversed(order):
        behind = [found[target] for source, target in edges if source == node]
        # A node that no edge enters stays in the first column, where the reader begins.
        if behind and node in entered:
            found[node] = min(behind) - 1
    return found


def _in_order(nodes: Sequence[str], edges: Sequence[Edge]) -> list[str]:
    waiting = {node: {source for source, target in edges if target == node} for node in nodes}
    order: list[str] = []
    while waiting:
        free = [node for node in nodes if node in waiting and not waiting[node] & waiting.keys()]
        if not free:
            raise ValueError("the graph has a cycle")
        order += free
        for node in free:
            del waiting[node]
    return order


def laid_out(nodes: Mapping[str, Size], edges: Sequence[Edge], labels: Sequence[Size]) -> Layout:
    """Lay a graph out; `labels` are the sizes of the edges' labels, in the edges' order."""
    layer = layers(list(nodes), edges)
    grid = _Grid(nodes, edges, labels, layer)
    for _ in range(_SWEEPS):
        grid.sort(forwards=True)
        grid.sort(forwards=False)
    for sweep in range(8 * _SWEEPS):
        grid.align(forwards=sweep % 2 == 0)
    return grid.layout()


class _Grid:
    """Columns of items: nodes in the even ones, labels and points of edges in all between."""

    def __init__(
        self,
        nodes: Mapping[str, Size],
        edges: Sequence[Edge],
        labels: Sequence[Size],
        layer: Mapping[str, int],
    ) -> None:
        self._size: dict[_Item, Size] = {}
        self._columns: list[list[_Item]] = [[] for _ in range(2 * max(layer.values()) + 1)]
        self._paths: list[list[_Item]] = []
        for node, size in nodes.items():
            self._put((node, 0, 0), 2 * layer[node], size)
        for number, (source, target) in enumerate(edges):
            path: list[_Item] = [(source, 0, 0)]
            for column in range(2 * layer[source] + 1, 2 * layer[target]):
                first = column == 2 * layer[source] + 1
                size = labels[number] if first else Size(0, _POINT)
                path.append(self._put(("", number, column), column, size))
            self._paths.append([*path, (target, 0, 0)])
        self._before: dict[_Item, list[_Item]] = {item: [] for item in self._size}
        self._behind: dict[_Item, list[_Item]] = {item: [] for item in self._size}
        for path in self._paths:
            for one, next_one in pairwise(path):
                self._behind[one].append(next_one)
                self._before[next_one].append(one)
        self._y: dict[_Item, float] = {}
        for items in self._columns:
            self._y |= _stacked(items, self._size)

    def _put(self, item: _Item, column: int, size: Size) -> _Item:
        self._size[item] = size
        self._columns[column].append(item)
        return item

    def sort(self, *, forwards: bool) -> None:
        """Order each column by the mean place of its neighbours in the column before it."""
        neighbours = self._before if forwards else self._behind
        for column in self._columns if forwards else reversed(self._columns):
            wanted = {item: self._mean(item, neighbours[item]) for item in column}
            column.sort(key=wanted.__getitem__)
            self._y |= _stacked(column, self._size)

    def align(self, *, forwards: bool) -> None:
        """Move items towards their neighbours, as far as those of their column let them."""
        for column in self._columns if forwards else reversed(self._columns):
            wanted = [
                self._mean(item, [*self._before[item], *self._behind[item]]) for item in column
            ]
            places = _apart(wanted, [self._size[item].height for item in column])
            self._y |= dict(zip(column, places, strict=True))

    def _mean(self, item: _Item, neighbours: Sequence[_Item]) -> float:
        """Return the mean height of neighbours; an edge bends at its ends, not on its way."""
        weights = [1.0 if neighbour[0] else _STIFF for neighbour in neighbours]
        if not neighbours:
            return self._y[item]
        heights = (self._y[neighbour] for neighbour in neighbours)
        return fsum(map(mul, weights, heights)) / fsum(weights)

    def layout(self) -> Layout:
        """Return the places, moved so that the drawing begins at zero."""
        top = min(y - self._size[item].height / 2 for item, y in self._y.items())
        bottom = max(y + self._size[item].height / 2 for item, y in self._y.items())
        crossed: dict[_Item, Crossing] = {}
        left = 0.0
        for column in self._columns:
            width = max((self._size[item].width for item in column), default=0.0)
            for item in column:
                crossed[item] = Crossing(left, left + width, self._y[item] - top)
            left += width + _COLUMN_GAP
        return Layout(
            nodes={item[0]: place.middle for item, place in crossed.items() if item[0]},
            routes=tuple(tuple(map(crossed.__getitem__, path[1:-1])) for path in self._paths),
            width=left - _COLUMN_GAP,
            height=bottom - top,
        )


def _stacked(column: Sequence[_Item], size: Mapping[_Item, Size]) -> dict[_Item, float]:
    """Put the items of a column one below the other, around zero."""
    heights = [size[item].height for item in column]
    return dict(zip(column, _apart([0.0] * len(column), heights), strict=True))


def _apart(wanted: Sequence[float], heights: Sequence[float]) -> list[float]:
    """Return the places in order that are nearest to the wanted ones and far enough apart.

    Nearest by the sum of squares: neighbours that are too close become a block, which goes to the
    mean of its members' wanted places.
    """
    offsets = [0.0]
    for above, below in pairwise(heights):
        offsets.append(offsets[-1] + (above + below) / 2 + _GAP)
    # This is isotonic regression by pooling adjacent violators.
    blocks: list[tuple[float, int]] = []  # the sum of what the members want, and their number
    for want, offset in zip(wanted, offsets, strict=False):
        total, count = want - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            more, members = blocks.pop()
            total, count = total + more, count + members
        blocks.append((total, count))
    means = [total / count for total, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=False)]
