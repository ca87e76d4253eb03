"""The readable form of a certificate: one page to print for each codec, made of the statement."""

from __future__ import annotations

from typing import Any

from utfproof.report import page
from utfproof.vectors.suite import Suite

NAME = "certificate.html"


def render(statement: dict[str, Any], key: str, suite: Suite) -> str:
    """Render a statement as a whole HTML document; `key` is the id of the key that signs it."""
    own = statement["predicate"]["utfproof_certificate"]
    return page.rendered(
        "certificate.html",
        base="certificate.css",
        own=own,
        run=own["run"],
        codecs=own["codecs"],
        key=key,
        suite=suite,
    )
