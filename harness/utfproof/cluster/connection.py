"""The connection to a cluster: a scheduler somewhere, or workers of our own on this machine."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address

import dask
from distributed import Client, LocalCluster
from distributed.comm.addressing import get_address_host, parse_address, resolve_address

from utfproof import interrupts
from utfproof.cluster.job_submitter import JobSubmitter
from utfproof.errors import ClusterError

LOCAL = "local"
PLAIN = "UTFPROOF_CLUSTER_PLAIN"
"""The variable that allows a cluster without encryption beyond this machine."""
_ENCRYPTED = ("tls", "wss")
_SECONDS = 15
_LOOPBACK = "127.0.0.1"
_SETTINGS = {
    # It samples the stacks of workers for the dashboard, and costs time that codecs are asked in.
    "distributed.worker.profile.enabled": False,
    # Processes of one machine know each other's end; one that is only slow is waited for.
    "distributed.comm.timeouts.connect": "2 minutes",
    "distributed.comm.timeouts.tcp": "10 minutes",
    "distributed.deploy.lost-worker-timeout": "10 minutes",  # until another must have its place
    "distributed.scheduler.worker-ttl": None,
}


@contextmanager
def connected(address: str, workers: int) -> Iterator[JobSubmitter]:
    """Connect to the scheduler at an address; `local` starts one, with so many workers.

    Meanwhile an interrupt is raised by `JobSubmitter.next_done` alone.

    Raises:
        ClusterError: no scheduler answers there, or it has no workers.
        KeyboardInterrupt: the user wants to stop.
    """
    with (
        interrupts.deferred() as interrupt,
        _local(workers) if address == LOCAL else _elsewhere(address) as client,
    ):
        interrupt.raise_if_pending()
        yield JobSubmitter(client, interrupt)


@contextmanager
def _local(workers: int) -> Iterator[Client]:
    """Start workers on this machine: on the loopback only, and only for who has the key.

    The key is made anew, so that other users of this machine cannot connect.
    """
    with (
        tempfile.TemporaryDirectory(prefix="utfproof-") as folder,
        dask.config.set(_SETTINGS),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host=_LOOPBACK,
            security=True,
            dashboard_address=f"{_LOOPBACK}:0",
            worker_dashboard_address=f"{_LOOPBACK}:0",
            # With a limit dask would pause or end a worker in the middle of a codec.
            memory_limit=0,
            silence_logs=logging.CRITICAL,
            local_directory=folder,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _check_private(resolved: str, address: str) -> None:
    """Refuse an address over which others could run programs here and on the workers.

    Raises:
        ClusterError: it is neither encrypted nor of this machine, and nobody has said that it may.
        ValueError: it is no address.
    """
    scheme, location = parse_address(resolved)
    plain = scheme not in _ENCRYPTED and not os.environ.get(PLAIN)
    if plain and not ip_address(get_address_host(f"{scheme}://{location}")).is_loopback:
        hint = f"use tls://, or set {PLAIN}=1 where you trust the network"
        problem = "not encrypted: who listens could run programs here and on every worker"
        raise ClusterError(problem, place=address, hint=hint)


@contextmanager
def _elsewhere(address: str) -> Iterator[Client]:
    try:
        _check_private(resolve_address(address), address)
        client = Client(address, timeout=_SECONDS, set_as_default=False, name="utfproof")
    except (OSError, ValueError, TypeError) as error:  # TypeError: TLS without keys
        hint = "start one with `dask scheduler`, and give the address that it prints"
        problem = f"no scheduler answers: {' '.join(str(error).split()) or 'too late'}"
        raise ClusterError(problem, place=address, hint=hint) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            hint = f"start some with `dask worker {address}`"
            raise ClusterError("the scheduler has no workers", place=address, hint=hint) from None
        yield client
