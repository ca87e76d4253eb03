"""The contract of a codec in its manifest: closed lists, each term with a source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.adapters import manifest
from utfproof.errors import ManifestError
from utfproof.model.contract import Demand, Deviation
from utfproof.model.encoding import Encoding

CONTRACT = """
adapter: mine
about: x
language: Python
codecs:
  it:
    about: x
    function: "it:decode"
    offers: ["decode UTF-8 strict"]
    contract: {contract}
"""


def test_a_contract_is_read_with_its_sources(tmp_path: Path) -> None:
    text = CONTRACT.replace(
        "{contract}",
        '{domain: [{demands: no-nul, source: "the manual, section 1"}],'
        ' deviations: [{is: c0-80-is-nul, source: "the manual, section 2"}]}',
    )
    (tmp_path / "adapter.yaml").write_text(text.lstrip(), "utf-8")
    claims = manifest.load(tmp_path).codecs["it"].claims
    settings = claims.settings(Encoding.UTF_8)
    assert settings
    assert settings.demands == (Demand.NO_NUL,)
    assert settings.deviations == (Deviation.NUL_AS_C0_80,)
    assert claims.contract.domain[0].source == "the manual, section 1"


def test_functions_that_are_not_asked_have_reasons(tmp_path: Path) -> None:
    text = CONTRACT.replace(
        "contract: {contract}", 'not-asked: {"it.peek, it.skip": it calls next}'
    )
    (tmp_path / "adapter.yaml").write_text(text.lstrip(), "utf-8")
    codec = manifest.load(tmp_path).codecs["it"]
    assert codec.not_asked == {"it.peek, it.skip": "it calls next"}


def test_a_demand_is_of_one_direction_and_some_encodings(tmp_path: Path) -> None:
    text = CONTRACT.replace(
        "    about: x\n", "    about: x\n    profile: [rfc3629, rfc2781]\n"
    ).replace(
        "{contract}",
        "{domain: [{demands: no-nul, of: decoders, encodings: [UTF-16LE],"
        " source: the manual of a codec}]}",
    )
    (tmp_path / "adapter.yaml").write_text(text.lstrip(), "utf-8")
    claims = manifest.load(tmp_path).codecs["it"].claims
    wide, narrow = (claims.settings(one) for one in (Encoding.UTF_16LE, Encoding.UTF_8))
    assert wide
    assert narrow
    assert (wide.demands, wide.encoder_demands) == ((Demand.NO_NUL,), ())
    assert not narrow.demanding


@pytest.mark.parametrize(
    "contract",
    [
        "{}",
        "{domain: []}",
        "{domain: [{demands: kindness, source: the manual of it}]}",
        "{domain: [{demands: no-nul}]}",
        "{domain: [{demands: no-nul, source: short}]}",
        "{deviations: [{is: wrong, source: the manual of the codec}]}",
        f"{{domain: [{{demands: no-nul, source: {'long ' * 200}}}]}}",
    ],
)
def test_a_contract_is_of_the_closed_lists_and_has_sources(tmp_path: Path, contract: str) -> None:
    (tmp_path / "adapter.yaml").write_text(
        CONTRACT.replace("{contract}", contract).lstrip(), "utf-8"
    )
    with pytest.raises(ManifestError):
        manifest.load(tmp_path)


def test_the_schema_has_the_closed_lists() -> None:
    schema = json.loads((locations.adapters() / "adapter.schema.json").read_text("utf-8"))
    terms = schema["$defs"]["contract"]["properties"]
    demands = terms["domain"]["items"]["properties"]["demands"]["enum"]
    announced = terms["deviations"]["items"]["properties"]["is"]["enum"]
    assert demands == [one.value for one in Demand]
    assert announced == [one.value for one in Deviation]
