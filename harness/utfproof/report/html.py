r"""Self-contained pages of HTML, without any request to a network.

Texts of codecs and adapters are hostile input. The templates escape everything, characters that
would hide or reorder text are written as escapes (`\x1b`, `\u202e`), only http addresses become
links, and a content security policy lets no script run but the page's own.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from utfproof.report.text import code_span, escaped, visible

SIGNS = {
    "pass": "✓",
    "fail": "✗",
    "crash": "†",
    "hang": "∞",
    "overrun": "»",
    "unstable": "~",
    "broken": "!",
    "not-run": "?",
    "non-strict": "≈",
    "alternative": "◇",
    "impossible": "∅",
    "by-design": "◆",
    "outside": "○",
    "unsupported": "·",
    "unavailable": "-",
}
"""The sign of each verdict: colour alone must not carry it."""

_TEMPLATES = Path(__file__).parent / "templates"
_Ops = tuple[tuple[str, tuple[str, ...]], ...]


def rendered(
    name: str,
    script: str | Iterable[str] = "",
    style: str = "",
    base: str = "base.css",
    **values: object,
) -> str:
    """Render a template of this folder as a whole document.

    `script` names the files of its script, if it has one, in their order, `style` its additions to
    `base`, the style of all pages.
    """
    names = [script] if isinstance(script, str) else script
    # Marked as safe, since a template would escape `<` within the script.
    own = Markup("").join(_text(part) for part in names if part)
    look = _text(base) + (_text(style) if style else "")
    # The policy names digests of script and style: nothing that is injected can run.
    allowed = f"script-src {_hash(own)}; " if own else ""
    policy = (
        f"default-src 'none'; img-src data:; {allowed}style-src {_hash(look)}; "
        "base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(name)
    return template.render(**values, script=own, style=look, policy=policy)


def packed(value: object) -> str:
    """Write data for a script: JSON, deflated, in base64, in which nothing means anything to HTML.

    A run of many codecs is a tenth of its size then.
    """
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    # ASCII and base64: no `</script>` can stand in the data.
    return base64.b64encode(zlib.compress(text.encode("ascii"), 6)).decode("ascii")


def web(address: str) -> str:
    """Return an address that may become a link, or nothing."""
    return address if address.startswith(("https://", "http://")) else ""


def anchor(*parts: str) -> str:
    """Name a place within a page."""
    return re.sub(r"\s", "-", visible("/".join(part for part in parts if part)))


def fragment(text: str) -> str:
    """Write a name, as it is shown, as a part of an address within a page."""
    return quote(visible(text), safe="/")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html"]),
        # A value that a template misnames is an error, not an empty place.
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.filters |= {
        "anchor": anchor,
        "code": code_span,
        "fragment": fragment,
        "offers": _folded,
        "option": _option,
        "plain": escaped,
        "web": web,
    }
    environment.globals |= {"signs": SIGNS}
    return environment


def _finalize(value: object) -> object:
    # `finalize` sees every value of every template: none can be forgotten.
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _text(name: str) -> Markup:
    return Markup((_TEMPLATES / name).read_text(encoding="utf-8"))  # noqa: S704  (our own file)


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest())
    return f"'sha256-{digest.decode('ascii')}'"


def _folded(offers: Iterable[str]) -> list[tuple[_Ops, list[str]]]:
    """Fold offers: operations with their modes, and the encodings that have all of them."""
    modes: dict[str, dict[str, list[str]]] = {}
    for offer in offers:
        # Journals of other versions may have offers of fewer words.
        op, encoding, mode = (*offer.split(" ", 2), "-", "-")[:3]
        modes.setdefault(encoding, {}).setdefault(op, []).append(mode)
    found: dict[_Ops, list[str]] = {}
    for encoding, ops in modes.items():
        key = tuple((op, tuple(mode for mode in named if mode != "-")) for op, named in ops.items())
        found.setdefault(key, []).extend([encoding] if encoding != "-" else [])
    return list(found.items())


def _option(value: object) -> str:
    """Write an option's value: one word, several, or one for each encoding."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_option(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)
