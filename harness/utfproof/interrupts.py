"""Interrupts: Ctrl-C and SIGTERM reach a command, whatever the main thread does at that moment."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_RESEND_SECONDS = 0.05


@dataclass(slots=True)
class DeferredInterrupt:
    """Remembers that the user wants to stop. `wake` is called when the signal arrives.

    `wake` runs in a signal handler, so it must be reentrant, as `queue.SimpleQueue.put` is.
    """

    pending: bool = False
    wake: Callable[[], object] = lambda: None

    def raise_if_pending(self) -> None:
        """Raise the interrupt that arrived, if one did.

        Raises:
            KeyboardInterrupt: the user wants to stop.
        """
        if self.pending:
            raise KeyboardInterrupt


@contextmanager
def deferred() -> Iterator[DeferredInterrupt]:
    """Defer the first interrupt until the code inside asks for it; a second one is raised at once.

    Dask needs this. It runs callbacks of the garbage collector and finalizers in the main thread,
    where Python prints a KeyboardInterrupt and drops it: the command would never stop. It also
    shares locks with the thread of its event loop, which such an exception can leave locked.

    Raises:
        KeyboardInterrupt: an interrupt arrived, and nobody has asked for it until the end.
    """
    interrupt = DeferredInterrupt()

    def remember(number: int, frame: FrameType | None) -> None:
        del number, frame
        if interrupt.pending:
            raise KeyboardInterrupt
        interrupt.pending = True
        interrupt.wake()

    before = _replaced(remember)
    try:
        yield interrupt
    except Exception:
        # Ctrl-C in a terminal reaches the worker processes too, and what breaks then is no error.
        interrupt.raise_if_pending()
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    interrupt.raise_if_pending()


_Handler = Callable[[int, FrameType | None], object]


def _replaced(handler: _Handler) -> dict[signal.Signals, _Handler]:
    """Replace Python handlers of the signals, and return those; an ignored signal stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return {}  # only the main thread may set handlers, and only it is interrupted
    found: dict[signal.Signals, _Handler] = {}
    for number in _SIGNALS:
        before = signal.getsignal(number)
        if callable(before):
            found[number] = before
            signal.signal(number, handler)
    return found


def resend_dropped() -> None:
    """Send an interrupt again that Python dropped because it arrived inside a finalizer."""
    usual = sys.unraisablehook

    def hook(dropped: sys.UnraisableHookArgs, /) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            # A little later: sent from here, it would arrive inside this hook, and be dropped too.
            timer = threading.Timer(_RESEND_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
            timer.daemon = True
            timer.start()
        else:
            usual(dropped)

    sys.unraisablehook = hook
