"""The shortest list of patterns that takes in some of the ids that were asked, and no other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby


def cover(wanted: Collection[str], asked: Iterable[str]) -> list[str]:
    """Return patterns that match exactly the wanted ids among the asked ones.

    They are whole ids, several of one folder in braces, and `folder/*` with `!` before exceptions;
    a folder is written when that is shorter than its ids.
    """
    top = _Folder("")
    for case in sorted({*wanted, *asked}):
        top.put(case.split("/"), case in wanted)
    return list(_folded(top.patterns(taken=False)))


_LONGEST = 84


def _folded(patterns: Iterable[str]) -> Iterator[str]:
    """Put neighbours of one folder into braces, as long as a line has room for them."""
    for folder, found in groupby(patterns, key=lambda text: text.rpartition("/")[0]):
        if not folder:
            yield from found
            continue
        names: list[str] = []
        for text in found:
            name = text.rpartition("/")[2]
            if len(folder) + sum(map(len, names)) + len(names) + len(name) > _LONGEST:
                yield from _braced(folder, names)
                names = [name]
            else:
                names.append(name)
        yield from _braced(folder, names)


def _braced(folder: str, names: Sequence[str]) -> Iterator[str]:
    if len(names) > 1:
        yield f"{folder}/{{{','.join(names)}}}"
    else:
        yield from (f"{folder}/{name}" for name in names)


@dataclass(slots=True)
class _Folder:
    """A folder of ids: its folders, and whether each id in it is wanted.

    `costs` has the least number of patterns below it, were nothing or everything taken in before.
    """

    path: str
    folders: dict[str, _Folder] = field(default_factory=dict)
    ids: dict[str, bool] = field(default_factory=dict)
    costs: dict[bool, int] = field(default_factory=dict)

    def put(self, parts: list[str], wanted: bool) -> None:
        first, *rest = parts
        path = f"{self.path}/{first}" if self.path else first
        if rest:
            self.folders.setdefault(first, _Folder(path)).put(rest, wanted)
        else:
            self.ids[path] = wanted

    def _inside(self, taken: bool) -> int:
        """Count the patterns below, without one for the folder itself."""
        own = sum(wanted is not taken for wanted in self.ids.values())
        return own + sum(folder.cost(taken) for folder in self.folders.values())

    def cost(self, taken: bool) -> int:
        if taken not in self.costs:
            self.costs[taken] = min(self._inside(taken), 1 + self._inside(not taken))
        return self.costs[taken]

    def patterns(self, *, taken: bool) -> Iterator[str]:
        if self._inside(taken) > self.cost(taken):
            yield ("!" if taken else "") + (f"{self.path}/*" if self.path else "*")
            taken = not taken
        for _, folder in sorted(self.folders.items()):
            yield from folder.patterns(taken=taken)
        for path, wanted in sorted(self.ids.items()):
            if wanted is not taken:
                yield ("!" if taken else "") + path
