"""Every shipped codec has a witness, or the reason why not."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import cast

import pytest

from utfproof import strict_yaml
from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.witness import witness_file

SHIPPED = registry.select([])


def names(entry: object) -> list[str]:
    return [str(name) for name in cast("strict_yaml.Mapping", entry)["codecs"]]


@pytest.mark.parametrize("chosen", SHIPPED, ids=[item.manifest.name for item in SHIPPED])
def test_every_shipped_codec_has_a_witness_or_a_reason(chosen: SelectedAdapter) -> None:
    tree = witness_file.load(chosen.manifest).tree
    assert tree is not None
    entries = [*tree["witnesses"], *tree.get("without", ())]
    patterns = [pattern for entry in entries for pattern in names(entry)]
    lacking = [
        codec.name
        for codec in chosen.codecs
        if not any(fnmatchcase(codec.name, pattern) for pattern in patterns)
    ]
    assert lacking == []


@pytest.mark.parametrize("chosen", SHIPPED, ids=[item.manifest.name for item in SHIPPED])
def test_every_program_of_a_shipped_witness_is_there_and_used(chosen: SelectedAdapter) -> None:
    witnesses = witness_file.load(chosen.manifest)
    assert witnesses.tree is not None
    used = {str(entry["program"]) for entry in witnesses.tree["witnesses"]}
    there = {path.name for path in witnesses.folder.iterdir()} - {witness_file.NAME}
    assert used == there
