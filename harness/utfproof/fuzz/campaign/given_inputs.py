"""Given inputs, asked as a campaign asks its own: wrong answers become findings of its folder."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.fuzz.campaign.campaign_totals import folder_lock
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker


def ask(campaign: CampaignSettings, inputs: Sequence[bytes]) -> list[Finding]:
    """Ask a campaign's codecs inputs and no others; return the findings of the folder about them.

    Raises:
        FindingsError: the folder cannot be written, or another campaign runs in it.
    """
    codecs = {name for chosen in campaign.chosen for name in chosen.by_id}
    with folder_lock(campaign.folder):
        FuzzWorker(campaign, 0, lambda: False).examine(inputs)
        if not (campaign.folder / findings.NAME).exists():
            return []
        found = findings.load(campaign.folder)
    return [one for one in found.values() if one.codec in codecs]
