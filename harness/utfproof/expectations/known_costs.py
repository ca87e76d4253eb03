"""What `utfproof cost` is known to find of an adapter's codecs: costs.yaml beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from utfproof import locations, schemas, strict_yaml
from utfproof.errors import ExpectationsError
from utfproof.expectations.document import number_of

NAME = "costs.yaml"


@dataclass(frozen=True, slots=True)
class KnownCost:
    """Time or memory of a codec that grows, why, and in which versions.

    `shapes` are the inputs that show it, by the names that `cost` has for them.
    """

    weakness: str
    reason: str
    reference: tuple[str, ...]
    kind: str
    versions: str
    ops: tuple[str, ...]
    shapes: tuple[str, ...]

    def is_met_by(self, weakness: str, op: str, shape: str) -> bool:
        """Tell whether something that was found is this."""
        return weakness == self.weakness and op in self.ops and shape in self.shapes

    def concerns(self, version: str) -> bool:
        """Tell whether a version of the library is one that it was seen in."""
        number = number_of(version)
        return number is not None and SpecifierSet(self.versions).contains(number)


def load(folder: Path, codecs: Sequence[str]) -> Mapping[str, tuple[KnownCost, ...]]:
    """Read the file in an adapter's folder; nothing where there is none.

    Raises:
        ExpectationsError: it does not fit its schema, or names a codec that there is not.
    """
    path = folder / NAME
    if not path.is_file():
        return {}
    tree = strict_yaml.load(path, str(path), ExpectationsError)
    schema = locations.adapters() / "costs.schema.json"
    for problem in schemas.problems(tree, schema, str(path), ExpectationsError):
        raise problem
    listed = cast("strict_yaml.Mapping", tree["codecs"])
    for name in listed:
        if name not in codecs:
            hint = f"there are {', '.join(codecs)}"
            raise ExpectationsError(f"no codec {name}", place=str(path), hint=hint)
    return {
        name: tuple(
            _cost(cast("strict_yaml.Mapping", node), path)
            for node in cast("strict_yaml.Sequence", nodes)
        )
        for name, nodes in listed.items()
    }


def _cost(node: strict_yaml.Mapping, path: Path) -> KnownCost:
    versions = str(node["versions"])
    try:
        SpecifierSet(versions)
    except InvalidSpecifier as error:
        where = f"{path}:{node.lines['versions']}"
        hint = 'write a range, such as ">=17, <18"'
        raise ExpectationsError(str(error), place=where, hint=hint) from None
    return KnownCost(
        str(node["weakness"]),
        str(node["reason"]),
        _words(node, "reference"),
        str(node["kind"]),
        versions,
        _words(node, "ops"),
        _words(node, "shapes"),
    )


def _words(node: strict_yaml.Mapping, key: str) -> tuple[str, ...]:
    return tuple(map(str, cast("strict_yaml.Sequence", node[key])))
