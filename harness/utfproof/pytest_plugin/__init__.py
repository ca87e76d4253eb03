"""The pytest plugin: a codec's cases as tests, and the written cases for tests of one's own.

    pytest --utfproof-codec ./my-adapter        # one test for each case and offer

Without the option there is no such test, and nothing of utfproof is loaded. A test that has the
argument `utfproof_case` runs once for each written decode case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from utfproof.model.level import LEVELS

if TYPE_CHECKING:
    from utfproof.pytest_plugin.written_cases import WrittenCase

# The modules of utfproof are imported where they are first used: this one is loaded into every run
# of pytest in an environment that has utfproof.

_MARKER = (
    "utfproof(encoding='UTF-8', kind='*', case='*', profile=None): which written cases the "
    "argument utfproof_case stands for; the tests of --utfproof-codec have it too"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name codecs and narrow the questions."""
    group = parser.getgroup("utfproof", "conformance of codecs (utfproof)")
    group.addoption(
        "--utfproof-codec",
        action="append",
        metavar="TARGET",
        help="Test a codec: an adapter's folder, with /CODEC behind it or not, or a name as "
        "`utfproof certify` takes it; repeatable.",
    )
    group.addoption(
        "--utfproof-level",
        choices=LEVELS,
        default=LEVELS[0],
        help="How much is asked (vectors): the written cases, all families too, every string.",
    )
    group.addoption(
        "--utfproof-case", default="*", metavar="PATTERN", help="Only cases whose id fits."
    )
    group.addoption(
        "--utfproof-encoding",
        action="append",
        metavar="ENCODING",
        help="Only this encoding; repeatable.",
    )
    group.addoption(
        "--utfproof-op",
        action="append",
        metavar="OP",
        help='Only this operation ("decode"), or one offer ("decode UTF-8 strict"); repeatable.',
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and check at once that the options name codecs and files that exist."""
    config.addinivalue_line("markers", _MARKER)
    if config.getoption("utfproof_codec"):
        from utfproof.pytest_plugin import requested_tests  # noqa: PLC0415  (see above)

        requested_tests.configure(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the cases of the codecs before -k, -m and --lf choose."""
    if session.config.getoption("utfproof_codec"):
        from utfproof.pytest_plugin import codec_items as cases  # noqa: PLC0415  (see above)

        items += cases.collect(session)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that has the argument `utfproof_case` once for each written decode case."""
    if "utfproof_case" in metafunc.fixturenames:
        from utfproof.pytest_plugin import written_cases  # noqa: PLC0415  (see above)

        written_cases.parametrise(metafunc)


@pytest.fixture
def utfproof_case(request: pytest.FixtureRequest) -> WrittenCase:
    """A written decode case: octets, the values that a decoder must deliver, the clause.

    The marker `utfproof(encoding=…, kind=…, case=…, profile=…)` selects the cases.
    """
    if not hasattr(request, "param"):
        pytest.fail(
            "utfproof_case was asked for by name at run time: make it an argument of the test",
            pytrace=False,
        )
    found: WrittenCase = request.param
    return found
