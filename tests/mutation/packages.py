"""The packages whose tests are measured, each with the test files nearest to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """Modules below utfproof as patterns, and files or folders of tests.

    `left_out` is an expression of pytest's `-k` for tests that wait for a clock: mutants run beside
    each other, and a slow machine must not kill one.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    left_out: str = ""


PACKAGES = {
    "judging": Package(
        ("engine/judging/*",),
        ("judge/test_chunk_outputs.py", "judge/test_judgements.py", "judge/test_roles.py"),
    ),
    "expected-answers": Package(
        ("engine/questions/expected_answer.py",),
        ("judge/test_expected_answers.py",),
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
        ("adapters/test_hello.py", "adapters/test_blocks.py", "adapters/test_wire_octets.py"),
    ),
    "known-failures": Package(("expectations/*",), ("expectations",)),
    "certificates": Package(
        ("certificate/*",),
        (
            "certificate/test_statement.py",
            "certificate/test_checks.py",
            "certificate/test_checks_beside.py",
            "certificate/test_checks_adapter.py",
            "certificate/test_keys.py",
            "certificate/test_key_files.py",
            "certificate/test_key_holder.py",
            "certificate/test_signers.py",
            "certificate/test_refusals.py",
            "certificate/test_sample.py",
            "certificate/test_strength.py",
            "certificate/test_asked_again.py",
            "certificate/test_not_asked_again.py",
            "certificate/test_uncertified_runs.py",
        ),
    ),
}  # fmt: skip
