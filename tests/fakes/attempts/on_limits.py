"""Attempts on limits: memory in parts that are each below it, processes, threads, output."""

from __future__ import annotations

import ctypes
import mmap
import os
import threading
import time

from attempts.reach import Attempts, call, place

PARTS = 6
OCTETS = 48 << 20
PROCESSES = 200
THREADS = 400
STACK_OCTETS = 64 << 10


def fills_anonymous_files() -> None:
    for at in range(PARTS):
        os.posix_fallocate(os.memfd_create(f"part-{at}"), 0, OCTETS)
    time.sleep(60)


def fills_what_it_closes() -> None:
    # The files live on with their mappings, of which no page is ever touched.
    for at in range(PARTS):
        file = os.memfd_create(f"part-{at}")
        os.posix_fallocate(file, 0, OCTETS)
        # Python's own mapping would keep the file open beside it.
        call("mmap", None, ctypes.c_size_t(mmap.PAGESIZE), 1, mmap.MAP_SHARED, file, 0)
        os.close(file)
    time.sleep(0.3)  # long enough to be looked at


def fills_shared_memory() -> None:
    own = [mmap.mmap(-1, OCTETS) for _ in range(PARTS)]
    for part in own:
        part.write(bytes(OCTETS))
    time.sleep(60)


def fills_children() -> None:
    for _ in range(PARTS):
        if os.fork() == 0:
            part = bytearray(b"x") * OCTETS
            time.sleep(60)
            os._exit(len(part) & 1)
    time.sleep(60)


def fills_files_in_memory() -> None:
    for at in range(PARTS):
        file = os.open(f"/dev/shm/planted-{place('mark')}-{at}", os.O_CREAT | os.O_RDWR)  # noqa: S108
        os.posix_fallocate(file, 0, OCTETS)
        os.close(file)


def forks_many_times() -> None:
    for _ in range(PROCESSES):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)


def starts_many_threads() -> None:
    threading.stack_size(STACK_OCTETS)
    for _ in range(THREADS):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


def fills_its_output() -> None:
    # It never reads what it is asked meanwhile.
    while True:
        os.write(1, b"planted " * 8192)


AMONG_QUESTIONS: Attempts = {
    attempt.__name__: attempt
    for attempt in (
        *(
            fills_anonymous_files,
            fills_what_it_closes,
            fills_shared_memory,
            fills_children,
            fills_files_in_memory,
        ),
        *(forks_many_times, starts_many_threads, fills_its_output),
    )
}
