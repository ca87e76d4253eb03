"""The words of a witness: for all, or for an encoding, an operation or a codec."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from utfproof import strict_yaml
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.witness.witness_file import WitnessFile

YAML = """
file: w.c
run: ./w
words:
  facet: {UTF-16BE: wide, "fast-*": quick, else: plain}
  library: -lall
witnesses:
  - codecs: ["*"]
    offers: [decode *]
    program: w.c
    words: {library: {"*-sse": -lsse, else: -lone}}
"""


def words(folder: Path, codec: str, offer: str) -> dict[str, str]:
    (folder / "w.c").write_text("@octets@\n", "utf-8")
    (folder / "witness.yaml").write_text(YAML, "utf-8")
    tree = strict_yaml.load(folder / "witness.yaml", "witness.yaml", ManifestError)
    program = WitnessFile(folder, tree).program(codec, Offer.parse(offer))
    assert program is not None
    return dict(program.words)


@pytest.mark.parametrize(
    ("codec", "offer", "facet", "library"),
    [
        ("slow", "decode UTF-8 strict", "plain", "-lone"),
        ("fast-sse", "decode UTF-8 strict", "quick", "-lsse"),
        ("fast-avx", "decode UTF-16BE strict", "wide", "-lone"),
    ],
)
def test_a_word_is_chosen_by_encoding_then_by_codec_and_the_witness_has_the_last_word(
    tmp_path: Path, codec: str, offer: str, facet: str, library: str
) -> None:
    chosen = words(tmp_path, codec, offer)
    assert (chosen["facet"], chosen["library"]) == (facet, library)


def test_a_program_that_claims_to_have_a_tebibyte_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "witness.yaml").write_text(YAML, "utf-8")
    (tmp_path / "w.c").touch()
    os.truncate(tmp_path / "w.c", 1 << 40)
    tree = strict_yaml.load(tmp_path / "witness.yaml", "witness.yaml", ManifestError)
    with pytest.raises(ManifestError, match="larger than 1 MiB"):
        WitnessFile(tmp_path, tree).program("slow", Offer.parse("decode UTF-8 strict"))
