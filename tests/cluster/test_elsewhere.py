"""Workers elsewhere: adapters are sent to them and built there; who is not fit is told."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from utfproof.adapters import registry
from utfproof.cluster import connection
from utfproof.cluster.cluster_campaign import openings_of, rounds_of
from utfproof.cluster.connection import connected
from utfproof.cluster.deployment import Deployment, able_hosts, together
from utfproof.cluster.runner import STRINGS, bundles
from utfproof.engine.journal.events import CodecFinished, CodecStarted
from utfproof.errors import ClusterError
from utfproof.fuzz.campaign.rounds import Round
from utfproof.model.encoding import Encoding, Scheme
from utfproof.proof.sweep.shards import shards

from .conftest import Home

FEW = ("--case", "utf-8/ill-formed/overlong*")
Start = Callable[..., str]

BUILD = "sh -c 'cc -O2 -std=gnu11 -Wall -Wextra -o \"$0\" main.c protocol/*.c' {cache}/mine"
ACROSS = 'sh -c \'cc -O2 -std=gnu11 -I"$1" -o "$0" main.c "$1"/protocol/*.c\' {cache}/mine'


@pytest.fixture
def checkout(home: Home) -> str:
    """Make a checkout with an adapter that is built with files from elsewhere in it."""
    command = [sys.executable, "-m", "utfproof", "adapter", "new", "--language", "c", "mine"]
    subprocess.run(command, cwd=home.folder, check=True, capture_output=True)
    root = home.folder / "checkout"
    for path in (root / ".git", root / "src"):
        path.mkdir(parents=True)
    (home.folder / "mine").rename(root / "mine")
    (root / "mine" / "protocol").rename(root / "src" / "protocol")
    manifest = root / "mine" / "adapter.yaml"
    text = manifest.read_text("utf-8")
    assert BUILD in text
    text = text.replace(BUILD, f"{ACROSS} {{project}}/src").replace("# sources:", "sources:")
    manifest.write_text(text, "utf-8")
    return "./checkout/mine"


@pytest.mark.slow
def test_an_adapter_is_sent_and_built_where_the_workers_are(
    home: Home, elsewhere: Start, checkout: str
) -> None:
    address = elsewhere(2)
    assert home.run("certify", checkout, *FEW, "--out", "without").status == 0
    said = home.run("certify", checkout, *FEW, "--cluster", address, "--out", "with")
    assert (said.status, said.err) == (0, "")
    assert home.summary("with")["result_digest"] == home.summary("without")["result_digest"]
    [archive] = (home.folder / "workers" / "archives").iterdir()
    assert (archive / "src" / "protocol" / "codec.h").exists()
    [built] = (home.folder / "workers" / "adapters").glob("mine-*/mine")
    assert built.exists()
    [started] = [event for event in home.events("with") if isinstance(event, CodecStarted)]
    assert started.target == str(home.folder / "checkout" / "mine")
    [finished] = [event for event in home.events("with") if isinstance(event, CodecFinished)]
    assert finished.worker.endswith(("/w0", "/w1"))

    # What came with utfproof is not sent: the workers have it.
    assert home.run("certify", "c_glibc/mbrtowc", *FEW, "--cluster", address).status == 0
    assert list((home.folder / "workers" / "archives").iterdir()) == [archive]


@pytest.mark.slow
def test_a_worker_with_another_utfproof_is_refused(home: Home, elsewhere: Start) -> None:
    other = home.folder / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text("import utfproof\nutfproof.__version__ = '0.0.1'\n")
    address = elsewhere(1, PYTHONPATH=str(other))
    said = home.run("certify", "c_glibc/mbrtowc", *FEW, "--cluster", address, "--out", "run")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("utfproof: tcp://127.0.0.1:")
    assert ": the worker has utfproof 0.0.1 with vectors " in said.err
    assert said.err.endswith("there, as here\n")
    assert said.err.count("\n") == 1


NO_SCHEDULER = "start one with `dask scheduler`, and give the address that it prints"


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_told_before_a_run_begins(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    said = home.run("certify", "c_glibc/mbrtowc", "--cluster", address, "--out", "run")
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"utfproof: {address}: no scheduler answers: ")
    assert said.err.endswith(f": {NO_SCHEDULER}\n")
    assert not (home.folder / "run").exists()


@pytest.mark.parametrize("address", ["nonsense://there:1", "127.0.0.1:none", "here", ""])
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match=r"no scheduler answers: .*dask scheduler"):
        connected(address, 1).__enter__()


@pytest.mark.parametrize("address", ["tcp://192.0.2.1:8786", "192.0.2.1:8786", "ws://192.0.2.1:1"])
def test_a_plain_address_of_another_machine_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    with pytest.raises(ClusterError, match=r"not encrypted: .*UTFPROOF_CLUSTER_PLAIN=1"):
        connected(address, 1).__enter__()
    monkeypatch.setenv("UTFPROOF_CLUSTER_PLAIN", "1")
    # A client that found nobody is closed within twice this time, on a busy machine as well.
    monkeypatch.setattr(connection, "_SECONDS", 1.0)
    for own in (address, "tls://192.0.2.1:8786"):
        with pytest.raises(ClusterError, match="no scheduler answers"):
            connected(own, 1).__enter__()


@pytest.mark.slow
def test_a_worker_that_confines_otherwise_is_refused(home: Home, elsewhere: Start) -> None:
    address = elsewhere(1, UTFPROOF_CONFINE="off")
    said = home.run("certify", "c_glibc/mbrtowc", *FEW, "--cluster", address, "--out", "run")
    assert (said.status, said.out) == (2, "")
    assert "the worker confines adapters otherwise than this machine: none: " in said.err
    assert said.err.endswith("start it with UTFPROOF_CONFINE=prefer, or give --confine as there\n")


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(home: Home, elsewhere: Start) -> None:
    address = elsewhere(0)
    said = home.run("certify", "c_glibc/mbrtowc", "--cluster", address, "--out", "run")
    hint = f"start some with `dask worker {address}`"
    assert said.err == f"utfproof: {address}: the scheduler has no workers: {hint}\n"
    assert (said.status, said.out) == (2, "")


def test_hosts_that_lack_what_an_adapter_needs_are_left_out() -> None:
    some = {"tcp://a:1": ["cargo"], "tcp://b:1": [], "tcp://b:2": [], "tls://c:9": []}
    assert able_hosts(some) == ["b", "c"]
    assert able_hosts({"tcp://a:1": [], "tcp://b:1": []}) is None
    assert able_hosts({"tcp://a:1": ["cargo"]}) is None  # it is unavailable everywhere, and said so


def test_a_campaign_goes_to_hosts_that_have_what_all_its_adapters_need() -> None:
    [chosen] = registry.select(["c_glibc/mbrtowc"])
    everywhere = Deployment.of(chosen)
    some, others = replace(everywhere, hosts=["a", "b"]), replace(everywhere, hosts=["b", "c"])
    assert together([some, everywhere, others]) == ["b"]
    assert together([everywhere]) is None
    with pytest.raises(ClusterError, match=r"^c_glibc, c_glibc: no host has what all these need"):
        together([some, replace(everywhere, hosts=["c"])])


def test_the_rounds_of_an_epoch_divide_its_inputs() -> None:
    encodings = (Encoding.UTF_8, Encoding.UTF_16)
    parts = rounds_of(encodings, 5, 11, 4)
    assert [(part.number, part.execs) for part in parts] == [(5, 3), (6, 3), (7, 3), (8, 2)]
    assert {part.encodings for part in parts} == {encodings}
    assert [part.execs for part in rounds_of(encodings, 1, 2, 4)] == [1, 1]


def test_bundles_hold_all_shards_in_order_and_none_is_too_large() -> None:
    for level in ("complete", "exhaustive"):
        every = shards(Scheme.UTF_32, level)
        found = list(bundles(every))
        assert [shard for bundle in found for shard in bundle] == list(every)
        sizes = [sum(shard.strings for shard in bundle) for bundle in found]
        assert all(size <= STRINGS or len(one) == 1 for size, one in zip(sizes, found, strict=True))
    assert list(bundles(())) == []


@pytest.mark.parametrize("jobs", [1, 2, 3, 4, 9])
def test_openings_end_within_the_time_of_the_campaign(jobs: int) -> None:
    encodings = (Encoding.UTF_8, Encoding.UTF_16, Encoding.UTF_32, Encoding.CESU_8)
    parts = openings_of(encodings, 60.0, jobs)
    assert [part.encodings for part in parts] == [(one,) for one in encodings]
    longest = [0.0] * jobs
    for part in parts:  # each job that is free takes the next
        assert part.seconds
        longest[longest.index(min(longest))] += part.seconds
    assert max(longest) == 60
    assert {part.seconds for part in openings_of(encodings, None, jobs)} == {None}


def test_a_campaign_without_encodings_has_one_seeding() -> None:
    assert openings_of((), 60.0, 2) == [Round((), seconds=60.0)]
