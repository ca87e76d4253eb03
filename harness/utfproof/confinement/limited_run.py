"""A program run to its end, confined: its output is bounded, its time too, and nothing is left."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field

from utfproof.confinement.command import Command

_READ_OCTETS = 1 << 16
_MOST_OCTETS = 4 << 20
_MOST_DRAINED = 64
_WAIT_SECONDS = 0.05
_CHECK_SECONDS = 0.2
_TIDY_SECONDS = 3.0
_BY_SIGNAL = 128


@dataclass(frozen=True, slots=True)
class LimitedRun:
    """The end of a program: the last 4 MiB of its output and of its complaints.

    `ended` is "" for exit status 0, else how it ended, or that it was ended.
    """

    output: bytes
    complaints: bytes
    ended: str


@dataclass(slots=True)
class _Pipe:
    """The last 4 MiB of one stream, in however small pieces they come."""

    pieces: deque[bytes] = field(default_factory=deque)
    octets: int = 0

    def keep(self, data: bytes) -> None:
        self.pieces.append(data)
        self.octets += len(data)
        while self.octets - len(self.pieces[0]) >= _MOST_OCTETS:
            self.octets -= len(self.pieces.popleft())

    def content(self) -> bytes:
        return b"".join(self.pieces)[-_MOST_OCTETS:]


def run(command: Command, seconds: float, *, joined: bool = False) -> LimitedRun:
    """Run a program until it ends; processes that it has started end with it.

    With `joined` its complaints stand in its output.

    Raises:
        OSError: it cannot be started.
        UsageError: a confinement is required, and none works here.
    """
    own = command.confined()
    try:
        child = subprocess.Popen(  # noqa: S603  (confined)
            own.arguments,
            cwd=command.folder,
            env=own.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if joined else subprocess.PIPE,
            pass_fds=own.descriptors,
            start_new_session=True,
            bufsize=0,
        )
        own.started()
        try:
            return _followed(child, seconds, is_confined=own.is_confined)
        finally:
            _end(child, politely=own.ends_on_sigterm)
    except ValueError as error:  # a NUL, which no argument and no variable can hold
        raise OSError(0, str(error)) from None
    finally:
        own.ended()


def _followed(child: subprocess.Popen[bytes], seconds: float, *, is_confined: bool) -> LimitedRun:
    output, complaints = _Pipe(), _Pipe()
    until = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for stream, kept in ((child.stdout, output), (child.stderr, complaints)):
            if stream:
                os.set_blocking(stream.fileno(), False)
                selector.register(stream.fileno(), selectors.EVENT_READ, kept)
        # Until the program ends, not its pipes: what it left behind may hold these open.
        while child.poll() is None and time.monotonic() < until:
            _read(selector, _CHECK_SECONDS if selector.get_map() else 0)
            if not selector.get_map():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(_CHECK_SECONDS)
        code = child.poll()
        for key in list(selector.get_map().values()):
            _drain(key.fd, key.data)
    ended = (
        f"not done after {seconds:g} s" if code is None else _ending(code, is_confined=is_confined)
    )
    return LimitedRun(output.content(), complaints.content(), ended)


def _read(selector: selectors.BaseSelector, wait: float) -> None:
    """Wait for output, and read it."""
    for key, _ in selector.select(wait) if selector.get_map() else ():
        try:
            data = os.read(key.fd, _READ_OCTETS)
        except BlockingIOError:  # a pipe may be told as ready that is not
            continue
        if data:
            key.data.keep(data)
        else:
            selector.unregister(key.fileobj)


def _drain(descriptor: int, kept: _Pipe) -> None:
    """Read the rest of a pipe, whether it was reported as ready or not."""
    with contextlib.suppress(BlockingIOError):
        for _ in range(_MOST_DRAINED):
            if not (data := os.read(descriptor, _READ_OCTETS)):
                return
            kept.keep(data)


def _end(child: subprocess.Popen[bytes], *, politely: bool) -> None:
    if politely and child.poll() is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_TIDY_SECONDS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for stream in (child.stdout, child.stderr):
        if stream:
            stream.close()


def _ending(code: int, *, is_confined: bool) -> str:
    # As a shell does, a program that confines tells a signal by a status above 128.
    if is_confined and code > _BY_SIGNAL:
        code = _BY_SIGNAL - code
    if code < 0:
        return f"signal {-code}"
    return f"exit status {code}" if code else ""
