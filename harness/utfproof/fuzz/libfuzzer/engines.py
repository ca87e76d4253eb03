"""Engines: which engine runs which codecs of a campaign.

`batch` runs every codec, each adapter in its own process. `atheris` runs those whose code it sees:
codecs that can be called in its process, and those whose compiler can instrument a program. `batch`
runs the others then; with `both` it runs all.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

from utfproof.adapters.build import coverage_build
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.python import in_process
from utfproof.errors import UsageError
from utfproof.fuzz.worker.campaign_settings import CampaignSettings

ENGINES = ("batch", "atheris", "both")


def campaign_parts(campaign: CampaignSettings) -> list[CampaignSettings]:
    """Return the parts of a campaign, each for one engine.

    Raises:
        UsageError: numpy, which all need, or atheris is not installed.
    """
    if find_spec("numpy") is None:
        hint = 'run `pip install "utfproof[fuzz]"`'
        raise UsageError("numpy is not installed", place="fuzz", hint=hint)
    if campaign.engine == "batch":
        return [campaign]
    if find_spec("atheris") is None:
        hint = 'run `pip install "utfproof[fuzz]"`, or leave --engine out'
        raise UsageError("atheris is not installed", place="--engine", hint=hint)
    within = tuple(one for one in campaign.chosen if _seen(one.manifest))
    others = tuple(one for one in campaign.chosen if one not in within)
    batch = campaign.chosen if campaign.engine == "both" else others
    found = [replace(campaign, engine="atheris", chosen=within)] if within else []
    return [*found, replace(campaign, engine="batch", chosen=batch)] if batch else found


def batch_only_adapters(campaign: CampaignSettings) -> list[str]:
    """Return the adapters that the batch engine runs although another engine was asked for."""
    if campaign.engine == "batch":
        return []
    return [one.manifest.name for one in campaign.chosen if not _seen(one.manifest)]


def _seen(manifest: Manifest) -> bool:
    """Return whether libFuzzer can see which code of an adapter runs."""
    return in_process.possible(manifest) or coverage_build.possible(manifest)
