"""The specification of an atheris worker, as JSON."""

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
    """The run of an atheris worker: one encoding, for some seconds or inputs.

    Attributes:
        folder: the campaign's folder.
        job: the number of the job.
        encoding: the encoding of the inputs.
        adapters: the folders of adapters, with the names of their codecs.
        encodings: the encodings that the campaign is limited to; none for all.
        ops: the operations that the campaign is limited to; none for all.
        seed: the seed of random numbers.
        seconds: the limit of time, None for no limit.
        execs: the limit of inputs, None for no limit.
        exchanges: true where other workers write into the same folder.
        last: the folder of the campaign before.
        deadly: by codec the inputs, in hexadecimal, that it is not asked any more.
        outside: the codecs that are not called in the worker's process.
        guided: false where only the seeds are mutated.
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
        """Return the specification of a worker that runs as long as the campaign."""
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
        """Return the settings of the worker's part of the campaign.

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
