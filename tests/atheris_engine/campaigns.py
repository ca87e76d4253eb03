"""Codecs that are Python functions with one fault each, and campaigns against them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.model.encoding import Encoding

READS_C0_80 = '''
def decode(data):
    """UTF-8, in which C0 80 is U+0000 as well."""
    data, text, start = bytes(data), "", 0
    while True:
        try:
            return text + data[start:].decode("utf-8")
        except UnicodeDecodeError as error:
            at = start + error.start
            if data[at : at + 2] != b"\\xc0\\x80":
                end = start + error.end
                raise UnicodeDecodeError("utf-8", data, at, end, error.reason) from None
            text += data[start:at].decode("utf-8") + "\\0"
            start = at + 2
'''
READS_ALL_RIGHT = """
def decode(data):
    return bytes(data).decode("utf-8")
"""
DIES_OF_C0_80 = """
import os

def decode(data):
    if b"\\xc0\\x80" in data:
        os.abort()
    return bytes(data).decode("utf-8")
"""
DIES_BESIDE_ATHERIS = """
import os
import sys

def decode(data):
    if "atheris" in sys.modules and b"AAa" in data:
        os.abort()
    return bytes(data).decode("utf-8")
"""
IS_WRONG_BESIDE_ATHERIS = """
import sys

def decode(data):
    if "atheris" in sys.modules and b"AAa" in data:
        return "?"
    return bytes(data).decode("utf-8")
"""
REFUSES_ONE_WORD = '''
def decode(data):
    """UTF-8 without a word that nobody would come upon."""
    data = bytes(data)
    if b"open sesame" in data:
        at = data.index(b"open sesame")
        raise UnicodeDecodeError("utf-8", data, at, at + 1, "no")
    return data.decode("utf-8")
'''


def adapter(folder: Path, source: str) -> str:
    """Write an adapter of one codec, a strict decoder; give its folder."""
    folder.mkdir(parents=True)
    module = f"codec_in_{folder.name}"
    (folder / f"{module}.py").write_text(source, "utf-8")
    codec = {
        "about": "a function",
        "profile": "rfc3629",
        "offers": {"decode UTF-8 strict": f"{module}:decode"},
    }
    manifest = {
        "adapter": folder.name,
        "about": "A codec with one fault.",
        "language": "Python",
        "codecs": {"codec": codec},
    }
    (folder / "adapter.yaml").write_text(json.dumps(manifest), "utf-8")
    return str(folder)


def campaign(
    out: Path, *targets: str, engine: str = "atheris", **limits: float
) -> CampaignSettings:
    return CampaignSettings(
        out,
        tuple(registry.select(targets)),
        Narrowing(),
        seed=int(limits.get("seed", 1)),
        seconds=limits.get("seconds"),
        execs=int(limits["execs"]) if "execs" in limits else None,
        jobs=int(limits.get("jobs", 1)),
        engine=engine,
    )


def spec_of(one: CampaignSettings) -> Path:
    """Write down what a player of a campaign plays in UTF-8; give the path."""
    path = one.folder / "own" / "spec.json"
    path.parent.mkdir(parents=True)
    WorkerSpec.of(one, 0, Encoding.UTF_8, exchanges=False).write(path)
    return path


_PLAYS = (
    "from pathlib import Path; import sys; "
    "from utfproof.fuzz.libfuzzer import atheris_worker as worker; "
)
_MAIN = "worker.main(Path(sys.argv[1]))"
LOUD = (
    "worker.AtherisWorker._arguments = (lambda own: lambda self: "
    "[*own(self), '-verbosity=1'])(worker.AtherisWorker._arguments); "
)
"""To be put before a player: libFuzzer says what it does."""


def run(spec: Path, before: str = "") -> tuple[subprocess.CompletedProcess[str], list[Any]]:
    """Run a player in its own process; give how it ended, and what it told."""
    program = [sys.executable, "-c", _PLAYS + before + _MAIN, str(spec)]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


def played(one: CampaignSettings) -> CampaignSnapshot:
    *_, last = Supervisor(one).run()
    return last


def processes(text: str) -> list[int]:
    """List the processes of whose command line a text is part, and not this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if text.encode() in line and str(path.parent.name) != "self":
            found.append(int(path.parent.name))
    return found


PYTHON = sys.executable
