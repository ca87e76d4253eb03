"""The families of generated inputs, as vectors/families.yaml states them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from utfproof.model.encoding import Scheme
from utfproof.strict_yaml import Mapping as Node
from utfproof.strict_yaml import Sequence, Word
from utfproof.vectors.suite import Family


def read(tree: Node, place: str) -> Iterator[Family]:
    """Read a file that its schema has found right."""
    general = {Scheme(name): _words(node) for name, node in cast("Node", tree["clauses"]).items()}
    for item in cast("Sequence", tree["families"]):
        node = cast("Node", item)
        own = _words(node["clauses"]) if "clauses" in node else ()
        sizes = cast("Node", node["sizes"]).items() if "sizes" in node else ()
        yield Family(
            id=f"families/{node['name']}",
            about=str(node["about"]),
            why=str(node["why"]),
            flags=_words(node["flags"]),
            sizes={Scheme(name): int(cast("Word", size)) for name, size in sizes},
            # A family's own clauses beat the general ones of the scheme.
            clauses={scheme: own or clauses for scheme, clauses in general.items()},
            place=f"{place}:{node.line}",
        )


def _words(node: object) -> tuple[str, ...]:
    return tuple(str(word) for word in cast("Sequence", node))
