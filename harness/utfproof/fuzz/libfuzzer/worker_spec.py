"""The spec of a worker in a process of its own, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from utfproof.adapters import manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.model.encoding import Encoding


@dataclass(frozen=True, slots=True)
class WorkerSpec:
    """One turn: an encoding, for so many seconds or made inputs.

    `adapters` are folders with the names of the codecs. `exchanges` is true when others use
    the same folder. `deadly` are the inputs, in hexadecimal, that a codec is not asked any more;
    `outside` are the codecs that are not called in the worker's process.
    """

    folder: str
    job: int
    encoding: str
    adapters: Sequence[tuple[str, Sequence[str]]]
    encodings: Sequence[str]
    ops: Sequence[str]
    seed: int
    seconds: float | None
    execs: int | None
    exchanges: bool
    last: str | None
    deadly: Mapping[str, Sequence[str]] = field(default_factory=dict)
    outside: Sequence[str] = ()
    guided: bool = True

    @classmethod
    def of(
        cls, campaign: CampaignSettings, job: int, encoding: Encoding, *, exchanges: bool
    ) -> WorkerSpec:
        """Describe a turn of a campaign as long as the campaign."""
        return cls(
            folder=str(campaign.folder.resolve()),
            job=job,
            encoding=encoding.value,
            adapters=[
                (str(item.manifest.folder), [codec.name for codec in item.codecs])
                for item in campaign.chosen
            ],
            encodings=campaign.narrowing.encodings,
            ops=campaign.narrowing.ops,
            seed=campaign.seed,
            seconds=campaign.seconds,
            execs=campaign.execs,
            exchanges=exchanges,
            last=str(campaign.last.resolve()) if campaign.last else None,
            guided=campaign.guided,
        )

    def campaign(self) -> CampaignSettings:
        """Return the campaign that the turn is.

        Raises:
            ManifestError: an adapter.yaml that cannot be used any more.
        """
        return CampaignSettings(
            folder=Path(self.folder),
            chosen=tuple(_chosen(Path(folder), codecs) for folder, codecs in self.adapters),
            narrowing=Narrowing(tuple(self.encodings), tuple(self.ops)),
            seed=self.seed,
            seconds=self.seconds,
            execs=self.execs,
            last=Path(self.last) if self.last else None,
            guided=self.guided,
        )

    def write(self, path: Path) -> None:
        """Write it down."""
        path.write_text(json.dumps(asdict(self)), "utf-8")

    @classmethod
    def read(cls, path: Path) -> WorkerSpec:
        """Read the file of `write`."""
        node = json.loads(path.read_text("utf-8"))
        return cls(**{item.name: node[item.name] for item in fields(cls)})


def _chosen(folder: Path, codecs: Sequence[str]) -> SelectedAdapter:
    found = manifest.load(folder)
    return SelectedAdapter(found, tuple(found.codecs[name] for name in codecs))
