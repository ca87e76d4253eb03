"""Attempts on the kernel: calls that reach deep into it, or that change what others see."""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct
import termios

from attempts.reach import GRANTED, Attempts, call, number, system_call

AT_FDCWD = -100
IPC_CREAT, IPC_RMID = 0o1000, 0
NEW_NAMESPACES = 0x10020000  # CLONE_NEWUSER | CLONE_NEWNS
SYSLOG_READ_ALL = 3


def waits_for_faults_of_pages() -> str:
    system_call(323, 282, 0)
    return GRANTED


def makes_a_map_of_bpf() -> str:
    facts = struct.pack("=IIII", 2, 4, 4, 1).ljust(128, b"\0")  # an array of one number
    system_call(321, 280, 0, facts, len(facts))
    return GRANTED


def keeps_a_key_in_the_kernel() -> str:
    system_call(248, 217, b"user", b"planted", b"x", ctypes.c_size_t(1), -1)
    return GRANTED


def watches_performance() -> str:
    facts = struct.pack("=IIQ", 1, 128, 0).ljust(128, b"\0")  # the clock of a process
    system_call(298, 241, facts, 0, -1, -1, 0)
    return GRANTED


def mounts_over_a_folder() -> str:
    # In a namespace of its own, or not at all: elsewhere others would see it.
    call("unshare", NEW_NAMESPACES)
    call("mount", b"none", b".", b"tmpfs", 0, None)
    return GRANTED


def changes_the_root() -> str:
    os.chroot(".")
    return GRANTED


def opens_by_handle() -> str:
    handle = ctypes.create_string_buffer(struct.pack("=Ii", 64, 0).ljust(80, b"\0"))
    mount = ctypes.c_int()
    call("name_to_handle_at", AT_FDCWD, b"/", handle, ctypes.byref(mount), 0)
    call("open_by_handle_at", os.open("/", os.O_RDONLY), handle, os.O_RDONLY)
    return GRANTED


def makes_an_uring() -> str:
    system_call(425, 425, 4, ctypes.create_string_buffer(120))
    return GRANTED


def types_into_the_terminal() -> str:
    for descriptor in (0, 1, 2):
        try:
            fcntl.ioctl(descriptor, termios.TIOCSTI, b"x")
        except OSError:
            continue
        return GRANTED
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), termios.TIOCSTI, b"x")
    return GRANTED


def reads_the_log_of_the_kernel() -> str:
    call("klogctl", SYSLOG_READ_ALL, ctypes.create_string_buffer(1 << 12), 1 << 12)
    return GRANTED


def sets_the_name_of_the_machine() -> str:
    own = os.uname().nodename.encode()
    call("sethostname", own, len(own))
    return GRANTED


def leaves_a_segment() -> None:
    call("shmget", number("ipc"), ctypes.c_size_t(1 << 20), IPC_CREAT | 0o600)


def leaves_a_semaphore() -> None:
    call("semget", number("ipc"), 1, IPC_CREAT | 0o600)


def leaves_a_queue() -> None:
    call("msgget", number("ipc"), IPC_CREAT | 0o600)


FIRST: Attempts = {
    attempt.__name__: attempt
    for attempt in (
        *(waits_for_faults_of_pages, makes_a_map_of_bpf, keeps_a_key_in_the_kernel),
        *(watches_performance, mounts_over_a_folder, changes_the_root, opens_by_handle),
        *(makes_an_uring, types_into_the_terminal, reads_the_log_of_the_kernel),
        *(sets_the_name_of_the_machine, leaves_a_segment, leaves_a_semaphore, leaves_a_queue),
    )
}
