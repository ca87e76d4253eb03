"""Interrupts: none is dropped, whatever the main thread does when it arrives."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

from utfproof import interrupts


def interrupting(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Interrupt as the command line does: by SIGINT and by SIGTERM."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, interrupting)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class InterruptedFinalizer:
    """An object in whose finalizer an interrupt arrives."""

    def __del__(self) -> None:
        """Interrupt."""
        signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_waits_until_it_is_asked_for(number: signal.Signals) -> None:
    woken = []
    with interrupts.deferred() as interrupt:
        interrupt.wake = lambda: woken.append(number)
        interrupt.raise_if_pending()
        signal.raise_signal(number)
        assert woken == [number]
        with pytest.raises(KeyboardInterrupt):
            interrupt.raise_if_pending()
        interrupt.pending = False
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_an_interrupt_in_a_finalizer_is_not_dropped() -> None:
    def interrupted() -> None:
        with interrupts.deferred() as interrupt:
            InterruptedFinalizer()
            assert interrupt.pending

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_a_second_interrupt_is_raised_at_once() -> None:
    with interrupts.deferred() as interrupt:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        interrupt.pending = False


def test_an_error_after_an_interrupt_is_the_interrupt() -> None:
    def failing(*, interrupted: bool) -> None:
        with interrupts.deferred():
            if interrupted:
                signal.raise_signal(signal.SIGINT)
            raise OSError("a worker process is gone")

    with pytest.raises(KeyboardInterrupt):
        failing(interrupted=True)
    with pytest.raises(OSError, match="a worker process is gone"):
        failing(interrupted=False)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts.deferred() as interrupt:
        signal.raise_signal(signal.SIGINT)
        assert not interrupt.pending


def test_a_thread_that_cannot_be_interrupted_defers_nothing() -> None:
    def defer() -> None:
        with interrupts.deferred():
            found.append(signal.getsignal(signal.SIGINT))

    found: list[object] = []
    thread = threading.Thread(target=defer)
    thread.start()
    thread.join()
    assert found == [interrupting]


DROPPED = """
import signal, time
from utfproof import interrupts

class Finalizer:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
interrupts.resend_dropped()
try:
    Finalizer()
    time.sleep(30)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_that_python_dropped_is_sent_again() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DROPPED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)
