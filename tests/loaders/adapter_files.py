"""The files of an adapter's folder, and the answer of its program to hello."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.check import hello_check
from utfproof.adapters.session import hello
from utfproof.expectations import document, rendered

from .loader import Loader, plain


def _manifest_seeds() -> Iterator[bytes]:
    # The first is short enough to stay whole: a seed that is refused would hide all behind it.
    for name in ("lua", "rust", "c_glibc", "c_icu"):
        path = locations.adapters() / name / "adapter.yaml"
        if path.is_file():
            yield path.read_bytes()[:3000]
    yield _MANIFEST


_MANIFEST = b"""\
adapter: mine
about: Words.
language: C
library: mine
requires: [cc, icu-uc.pc]
build: ["cc -o {cache}/x x.c"]
run: "{cache}/x"
sources: ["{project}/src/**"]
environment: {A: b}
limits: {memory: 2 GiB, seconds-per-block: "20", sweep: all}
codecs:
  utf8: {about: It., profile: [rfc3629, unicode], signature: {UTF-8: keep}, excludes: [80-9F]}
"""


def _manifest(data: bytes, folder: Path) -> None:
    (folder / "adapter.yaml").write_bytes(data)
    item = manifest.load(folder)
    for codec in item.codecs.values():
        plain(f"{item.name}/{codec.name} {codec.library} {codec.about}")


_EXPECTATIONS = b"""\
codecs:
  mine/utf8:
    - reason: It reads overlong forms.
      reference: ["https://example.org/1", CVE-2000-0884]
      versions: ">=1.2, <3"
      expires: 2027-01-31
      varies: true
      cases:
        - verdict: fail
          level: vectors
          ops: [decode UTF-8 strict, validate UTF-8 strict]
          ids: ["utf-8/ill-formed/*", "!utf-8/ill-formed/{a,b}", "utf-8/*/[a-c]?"]
          count: 12
          answer: ok 0
        - verdict: crash
          ids: [families/x/*]
          level: complete
          count: 3
          answers: "0123456789abcdef"
"""


def _expectation_seeds() -> Iterator[bytes]:
    yield _EXPECTATIONS
    for path in sorted(locations.adapters().glob("*/expectations.yaml"))[:4]:
        yield path.read_bytes()[:2000]


def _expectations(data: bytes, folder: Path) -> None:
    path = folder / document.NAME
    path.write_bytes(data)
    listed = document.load(path)
    for name, defects in listed.codecs.items():
        for defect in defects:
            plain(f"{name} {defect.reason} {' '.join(defect.reference)}")
            defect.concerns("2.1rc1 (x)")
            for block in defect.blocks:
                block.patterns.fits("utf-8/ill-formed/a")
    path.write_text(rendered.text(listed.codecs), "utf-8")
    again = document.load(path)
    if list(again.codecs) != sorted(listed.codecs):
        raise ValueError("what is written does not read as the same")


def _hello_seeds() -> Iterator[bytes]:
    yield (
        b'{"protocol":1,"adapter":"mine","codecs":[{"name":"utf8","version":"1.0",'
        b'"offers":["decode UTF-8 strict","encode UTF-16LE replace","detect - -"]}]}'
    )


def _hello(data: bytes, folder: Path) -> None:
    (folder / "adapter.yaml").write_bytes(_MANIFEST)
    item = manifest.load(folder)
    line = data.replace(b"\n", b" ")
    list(hello_check.problems(line.decode("utf-8", "replace"), hello.parse(line), item))
    for codec in hello.read(line, item.place):
        plain(f"{codec.name} {codec.version}")


LOADERS: Mapping[str, Loader] = {
    "manifest": Loader(_manifest_seeds, _manifest),
    "expectations": Loader(_expectation_seeds, _expectations),
    "hello": Loader(_hello_seeds, _hello),
}
