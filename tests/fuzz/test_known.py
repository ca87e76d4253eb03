"""What is listed as failing, as a campaign takes it up."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.expectations import document
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.triage.known_failures import KnownFailure, known_failures
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.vectors import loader

OFFERS = [
    Offer(op, Encoding.UTF_16BE, mode)
    for op in (Op.DECODE, Op.DECODE_CHUNKS, Op.DECODE_WITHIN, Op.DECODE_AGAIN, Op.DECODE_ROOM)
    for mode in (Mode.STRICT, Mode.REPLACE)
]
SETTINGS = Claims(("rfc2781",)).settings(Encoding.UTF_16BE)
assert SETTINGS


def listed(tmp_path: Path, offer: str, case: str) -> list[KnownFailure]:
    """List one failure, and give what a target that decodes slices of UTF-16BE knows then."""
    path = tmp_path / document.NAME
    level = "complete" if case.startswith("families/") else "vectors"
    path.write_text(
        "codecs:\n  some/codec:\n    - reason: it reads on\n      cases:\n"
        f"        - {{verdict: fail, level: {level}, ops: [{offer}], ids: ['{case}'], count: 1}}\n",
        "utf-8",
    )
    assert SETTINGS
    within = Offer(Op.DECODE_WITHIN, Encoding.UTF_16BE, Mode.STRICT)
    target = FuzzTarget("some/codec", "codec", within, Encoding.UTF_16BE, SETTINGS)
    defects = document.load(path).codecs["some/codec"]
    return list(known_failures(target, defects, "1.0", loader.load()))


WITHIN = "decode-within UTF-16BE strict"
CASE = "utf-16be/truncated/zero-octet"


@pytest.mark.parametrize("case", [CASE, f"families/neighbours/{CASE}"])
def test_a_failure_listed_alone_or_by_family_is_known(tmp_path: Path, case: str) -> None:
    [found] = listed(tmp_path, WITHIN, case)
    assert found.reason == "it reads on"
    assert len(found.octets) == 1


def test_a_failure_listed_for_another_offer_or_family_is_not_known(tmp_path: Path) -> None:
    assert not listed(tmp_path, "decode UTF-16BE strict", CASE)
    assert not listed(tmp_path, WITHIN, f"families/rooms/{CASE}")


@pytest.mark.parametrize("family", catalogue.ASKS)
def test_families_of_written_cases_have_their_ids(family: str) -> None:
    suite = loader.load()
    written = {f"{family}/{case.about.id}" for case in suite.cases}
    assert SETTINGS
    ids: set[str] = set()
    for offer in OFFERS:
        ids |= {
            group.id for group in catalogue.groups(FamilyRequest(family, suite, SETTINGS, offer))
        }
    assert bool(ids & written) is (family in catalogue.OF_WRITTEN_CASES)
