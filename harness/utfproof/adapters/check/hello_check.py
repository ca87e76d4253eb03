"""Hello, held against its manifest and the whole of PROTOCOL.md."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.adapters.check.check_results import CheckResult, shown
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session import hello
from utfproof.adapters.session.hello import Hello, HelloProblem

_TITLE = "hello says what PROTOCOL.md asks for"
_EXAMPLE = (
    '{"protocol":1,"adapter":"NAME","codecs":'
    '[{"name":"NAME","version":"1.0","offers":["decode UTF-8 strict"]}]}'
)


def problems(line: str, found: Hello, item: Manifest) -> Iterator[CheckResult]:
    """Yield the problems of a hello, which came as `line`; none when it fits the manifest."""
    for problem in (*found.problems, *_against(found, item)):
        yield CheckResult(
            _TITLE,
            problem.problem,
            sent="hello 1\n",
            came=shown(line),
            expected=_EXAMPLE,
            hint=problem.hint,
            last=True,
        )


def _against(found: Hello, item: Manifest) -> Iterator[HelloProblem]:
    """Yield the contradictions between a hello and its manifest."""
    if found.adapter not in (None, item.name):
        problem = f"it calls itself {found.adapter}, adapter.yaml calls it {item.name}"
        yield HelloProblem(problem, "write the same name in both")
    if unknown := hello.undeclared(found.codecs, item.codecs):
        yield unknown
