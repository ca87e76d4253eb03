"""Compiled modules that somebody else has put beside the sources: who verifies or signs runs none.

They are put where a variable says that Python looks for them, not into the program's own folder.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from utfproof.certificate import keys
from utfproof.compiled_code import is_trusted_with_keys

VERIFY = ("verify", "nothing", "--key", "k.pub")
SIGN = ("certify", "no-such-codec", "--sign", "k")
KEYGEN = ("keygen", "new")
EVIL = "print('the certificate holds', flush=True)\nraise SystemExit(0)\n"


@dataclass(frozen=True, slots=True)
class Poisoned:
    """A folder of compiled modules, one of which was not compiled from its source."""

    folder: Path

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "tmp").mkdir(exist_ok=True)
        own = {
            "PYTHONPYCACHEPREFIX": str(self.folder / "cache"),
            "TMPDIR": str(self.folder / "tmp"),
            "UTFPROOF_CONFINE": "prefer",
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ | own,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def poisoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Poisoned:
    """Put the evil module in the place of the one that the test names."""
    found = importlib.util.find_spec(request.param)
    assert found
    assert found.origin
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    path = Path(importlib.util.cache_from_source(found.origin))
    about = Path(found.origin).stat()
    fields = (0, int(about.st_mtime), about.st_size)
    head = b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in fields)
    path.parent.mkdir(parents=True)
    code = compile(EVIL, found.origin, "exec")
    path.write_bytes(importlib.util.MAGIC_NUMBER + head + marshal.dumps(code))
    keys.generate(tmp_path / "k")
    return Poisoned(tmp_path)


def of(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("poisoned", names, indirect=True)


@of("utfproof.certificate.verification", "utfproof.cli", "click.core")
@pytest.mark.slow
def test_who_verifies_runs_no_compiled_module_of_others(poisoned: Poisoned) -> None:
    done = poisoned.start("-m", "utfproof", *VERIFY)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing: No such file or directory" in done.stderr
    assert list((poisoned.folder / "tmp").iterdir()) == []


@of("utfproof.cli.shared.signing", "utfproof.certificate.signers")
@pytest.mark.slow
def test_who_signs_runs_none_nor_does_the_process_that_holds_the_key(poisoned: Poisoned) -> None:
    done = poisoned.start("-m", "utfproof", *SIGN)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no-such-codec" in done.stderr


@of("utfproof.certificate.keys")
@pytest.mark.slow
def test_who_makes_keys_runs_none(poisoned: Poisoned) -> None:
    done = poisoned.start("-I", "-m", "utfproof", *KEYGEN)
    assert "the certificate holds" not in done.stdout
    done = poisoned.start("-m", "utfproof", *KEYGEN)
    assert "the certificate holds" not in done.stdout
    assert (poisoned.folder / "new.pub").exists()


@of("utfproof.certificate.verification")
@pytest.mark.slow
def test_such_a_module_is_what_python_takes_otherwise(poisoned: Poisoned) -> None:
    done = poisoned.start("-c", "import utfproof.certificate.verification")
    assert (done.returncode, done.stdout) == (0, "the certificate holds\n")


@pytest.mark.parametrize(
    ("arguments", "trusted"),
    [
        (VERIFY, True),
        (SIGN, True),
        (("certify", "--sign=k"), True),
        (("certify", "--signer", "card"), True),
        (("certify",), False),
        (("report", "verify"), False),
        ((), False),
    ],
)
def test_which_processes_compile_all_anew(arguments: tuple[str, ...], *, trusted: bool) -> None:
    assert is_trusted_with_keys(list(arguments)) is trusted
