"""The readable form: one page a codec, all of it escaped."""

from __future__ import annotations

import json
from typing import Any

from utfproof.certificate import envelope
from utfproof.report.certificate import certificate_page
from utfproof.vectors import loader

from .conftest import Issued

INJECTED = '</p><script>alert(1)</script>"\x1b[31m\u202e'


def statement(issued: Issued) -> dict[str, Any]:
    text = envelope.opened(issued.certificate.read_bytes(), issued.public, "c")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_page_says_what_was_signed(issued: Issued) -> None:
    page = (issued.folder / "certificate.html").read_text("utf-8")
    for words in (
        "A &lt;b&gt;laboratory&lt;/b&gt;",
        "No. 7",
        "mine/table",
        "<b>conformant</b>",
        "Narrowed by the issuer",
        "Decision rule.",
        "is the issuer&#39;s statement",
    ):
        assert words in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_texts_of_adapters_are_escaped_everywhere(issued: Issued) -> None:
    found = statement(issued)
    own = found["predicate"]["utfproof_certificate"]
    [codec] = own["codecs"]
    for key in ("library", "version", "why"):
        codec[key] = INJECTED
    codec["known_failures"] = [{"reason": INJECTED, "references": [INJECTED], "cases": 1}]
    group = {"verdict": "fail", "op": INJECTED, "topic": INJECTED, "cases": 3, "first": INJECTED}
    codec |= {"failures": [group], "deviations": [group], "options": {"units": INJECTED}}
    codec["scope"] = [f"decode UTF-8 {INJECTED}"]
    own |= {"issuer": INJECTED, "number": INJECTED, "issued": INJECTED}
    own["run"]["environment"]["system"] = INJECTED
    page = certificate_page.render(found, INJECTED, loader.load())
    assert "<script" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert page.count("&lt;script&gt;") > 10


def test_a_contract_is_in_the_sentence_of_the_verdict(issued: Issued) -> None:
    found = statement(issued)
    [codec] = found["predicate"]["utfproof_certificate"]["codecs"]
    within = "within its contract, which demands no U+0000"
    codec |= {"contract": {}, "outside": 1234, "within": within}
    page = certificate_page.render(found, "key", loader.load())
    assert within in page
    assert "1,234 questions, which were not asked" in page


def test_each_codec_has_a_page(issued: Issued) -> None:
    found = statement(issued)
    own = found["predicate"]["utfproof_certificate"]
    other = {
        **own["codecs"][0], "codec": "mine/other", "verdict": "nothing assessed",
        "why": "needs a tool", "requirements": [], "scope": [], "library": "", "version": "",
    }  # fmt: skip
    own["codecs"].append(other)
    page = certificate_page.render(found, "key", loader.load())
    assert page.count("<article") == 2
    assert "Nothing was assessed</b>: needs a tool" in page
    assert "2 / 2" in page


def test_ids_are_folded_by_section() -> None:
    ids = ["RFC3629-3-01", "RFC3629-3-02", "RFC3629-3-04", "RFC3629-10-01"]
    assert certificate_page._folded(ids, "RFC3629") == "§3: 1–2, 4; §10: 1"
    assert certificate_page._folded(["UTR26-05"], "UTR26") == "5"
