"""The packages whose tests are measured, each with the test files nearest to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """Modules below utfproof as patterns, and files or folders of tests."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


PACKAGES = {
    "judging": Package(
        ("engine/judging/*",),
        ("judge", "proof/test_mutants.py", "report/test_octets.py", "engine"),
    ),
    "expected-answers": Package(
        ("engine/questions/expected_answer.py",),
        ("judge", "proof/test_mutants.py", "engine"),
    ),
    "answer-lines": Package(
        ("adapters/session/answer_lines.py",),
        ("adapters/test_answers.py", "adapters/test_known.py"),
    ),
    "protocol": Package(
        (
            "adapters/session/hello.py",
            "adapters/session/blocks.py",
            "adapters/session/wire.py",
        ),
        ("adapters/test_answers.py", "adapters/test_known.py", "adapters/test_session.py",
         "adapters/test_wire.py"),
    ),
    "known-failures": Package(("expectations/*",), ("expectations", "cli/test_known.py")),
    "certificates": Package(("certificate/*",), ("certificate",)),
}  # fmt: skip
