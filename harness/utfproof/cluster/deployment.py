"""Deployment: adapters on their way to workers, and which of these can do anything with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from distributed import Future

from utfproof.adapters.build import adapter_archive
from utfproof.adapters.build.adapter_archive import AdapterArchive, ArchiveLabel
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cluster import tasks
from utfproof.cluster.job_submitter import JobSubmitter
from utfproof.cluster.tasks import SuiteVersion, WorkerInventory
from utfproof.confinement import choice
from utfproof.errors import ClusterError


@dataclass(slots=True)
class Deployment:
    """An adapter that is sent: its task, its archive, and the hosts that can build it.

    `data` is the archive's content, on its way to the workers; None where all have the adapter.
    """

    chosen: SelectedAdapter
    archive: AdapterArchive
    hosts: list[str] | None = None
    data: Future[bytes] | None = None

    @classmethod
    def of(cls, chosen: SelectedAdapter) -> Deployment:
        """Pack an adapter.

        Raises:
            ManifestError: its `sources` do not exist.
        """
        return cls(chosen, adapter_archive.pack(chosen.manifest))

    @property
    def label(self) -> ArchiveLabel:
        """Return the label of its archive."""
        return self.archive.label


def deploy(submitter: JobSubmitter, deployments: Sequence[Deployment]) -> None:
    """Ask the workers for their inventory: who can build which adapter, and who lacks one."""
    wanted = [(deployment.label, deployment.chosen.manifest.requires) for deployment in deployments]
    # An error is returned as the answer of its worker, so that the worker can be named.
    found = submitter.client.run(tasks.describe, wanted, on_error="return")
    here = tasks.suite_here()
    able = {worker: _fit(worker, inventory, here) for worker, inventory in found.items()}
    for deployment in deployments:
        digest = deployment.label.digest
        deployment.hosts = able_hosts({name: one.lacks[digest] for name, one in able.items()})
        if not all(digest in one.own for one in able.values()):
            deployment.data = submitter.upload(deployment.archive.data)


def _fit(worker: str, inventory: object, here: SuiteVersion) -> WorkerInventory:
    if not isinstance(inventory, WorkerInventory):
        hint = "install 'utfproof[cluster]' there, the same version as here"
        problem = f"the worker cannot run utfproof: {' '.join(str(inventory).split())}"
        raise ClusterError(problem, place=worker, hint=hint)
    if inventory.suite != here:
        problem = f"the worker has {tasks.program_name(inventory.suite)}"
        raise ClusterError(problem, place=worker, hint=tasks.must_be(here))
    # The header of the run states one confinement for all; versions of it may differ.
    wanted, there = choice.name(), inventory.confinement
    if wanted.partition(" ")[0] != there.partition(" ")[0]:
        problem = f"the worker confines adapters otherwise than this machine: {there}, not {wanted}"
        hint = f"start it with {choice.VARIABLE}={choice.wish()}, or give --confine as there"
        raise ClusterError(problem, place=worker, hint=hint)
    return inventory


def able_hosts(lacks: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Name the hosts of the workers that lack nothing; None where all do, or none does."""
    able = {urlsplit(worker).hostname or "" for worker, lacking in lacks.items() if not lacking}
    every = {urlsplit(worker).hostname or "" for worker in lacks}
    # Where none can, any worker takes the task: its answer has the reason.
    return sorted(able) if able and able != every else None


def together(deployments: Iterable[Deployment]) -> list[str] | None:
    """Name the hosts that can build all adapters which any can; None where every one does.

    Raises:
        ClusterError: there is none.
    """
    parted = [deployment for deployment in deployments if deployment.hosts is not None]
    hosts = [set(deployment.hosts or ()) for deployment in parted]
    able = set.intersection(*hosts) if hosts else None
    if able == set():
        names = ", ".join(deployment.label.name for deployment in parted)
        hint = "play fewer of them at once, or install what is missing: `utfproof codecs` lists it"
        raise ClusterError("no host has what all these need", place=names, hint=hint)
    return sorted(able) if able else None
