"""What is around an adapter and not its own; and which harm an attempt has done to it."""

from __future__ import annotations

import signal
import socket
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import utfproof

from . import leftovers, other_process
from .other_process import OtherProcess

PACKAGE = Path(utfproof.__file__).parent
_AS_IT_WAS = "as it was\n"


def _facts(path: Path) -> object:
    try:
        facts = path.lstat()
        # A pipe would be waited for.
        text = path.read_bytes() if path.is_file() else b""
    except OSError:
        return "gone"
    return text, facts.st_mode, facts.st_uid, facts.st_mtime_ns, facts.st_nlink


@dataclass(slots=True)
class Surroundings:
    """Files, a process and services, with a secret in most of them.

    Attributes:
        folder: What they lie in.
        mark: A word that all has which an attempt leaves, and no other test.
        other: Another process of the user.
        sockets: The services, by name.
    """

    folder: Path
    mark: str
    other: OtherProcess
    sockets: dict[str, socket.socket]
    signals: list[int] = field(default_factory=list)
    _before: dict[Path, object] = field(default_factory=dict)

    @property
    def secret(self) -> str:
        """The secret of the user."""
        return f"secret-{self.mark}"

    @property
    def ipc(self) -> int:
        """The key of what is kept for all processes."""
        return int(self.mark[:7], 16) + 1

    def watch(self, paths: list[Path]) -> None:
        """Remember how files are."""
        self._before |= {path: _facts(path) for path in paths}

    def harm(self, told: str, texts: list[str], own: Path) -> frozenset[str]:
        """Return the harm that was done.

        `told` is what the adapter says of itself, `texts` are all that the run has said and
        written, and `own` is the folder of the adapter.
        """
        is_left = [
            leftovers.processes(self.mark),
            leftovers.files(self.mark),
            leftovers.kernel_objects(self.ipc),
            list((self.folder / "private").iterdir()),
        ]
        found = {
            "read": any(self.secret in text for text in [told, *texts]),
            "changed": self._is_changed(own),
            "disturbed": bool(self.signals) or not self.other.is_as_it_was(),
            "reached": any(_was_reached(own) for own in self.sockets.values()),
            "left": any(is_left),
            "granted": told == "granted",
        }
        return frozenset(harm for harm, is_done in found.items() if is_done)

    def _is_changed(self, own: Path) -> bool:
        planted = [*PACKAGE.glob(f"__pycache__/*{self.mark}*"), *own.glob("core*")]
        for folder in ("run", "cache", "user"):
            planted += (self.folder / folder).rglob("planted*")
        journal = self.folder / "run" / "journal.jsonl"
        is_other = any(_facts(path) != before for path, before in self._before.items())
        return is_other or bool(planted) or "planted" in journal.read_text("ascii")


def _was_reached(server: socket.socket) -> bool:
    try:
        # Only a socket of streams has connections to accept.
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(99)
    except BlockingIOError:
        return False
    return True


@contextmanager
def made(folder: Path) -> Iterator[Surroundings]:
    """Make all that an adapter may reach for, and clear away what attempts leave."""
    mark = uuid.uuid4().hex[:12]
    secret = f"secret-{mark}"
    for name in ("user", "private", "cache/adapters/other", "cache/judged"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "user" / secret).touch()
    (folder / "user" / "diary").write_text(secret, "ascii")
    (folder / "key").write_text(secret, "ascii")
    (folder / "key").chmod(0o600)
    (folder / "cache" / "adapters" / "other" / "built").write_text(_AS_IT_WAS, "ascii")
    with ExitStack() as stack:
        sockets = {}
        for name, family, kind, address in (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            ("named", socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "named")),
            ("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{mark}"),
        ):
            own = sockets[name] = stack.enter_context(socket.socket(family, kind))
            own.bind(address)
            own.settimeout(0)
            if kind == socket.SOCK_STREAM:
                own.listen()
        other = other_process.started(secret, folder)
        stack.callback(other.end)
        found = Surroundings(folder, mark, other, sockets)
        stack.callback(leftovers.clear, mark, found.ipc)
        before = signal.signal(signal.SIGURG, lambda number, _: found.signals.append(number))
        stack.callback(signal.signal, signal.SIGURG, before)
        found.watch([folder / name for name in ("key", "user/diary", "cache/adapters/other/built")])
        yield found
        for path in PACKAGE.glob(f"__pycache__/*{mark}*"):
            path.unlink()
