"""Attempts on services: sockets of the machine, and what tells of its network."""

from __future__ import annotations

import socket

from attempts.reach import GRANTED, Attempts, number, place


def _connect(family: int, kind: int, address: tuple[str, int] | str) -> None:
    with socket.socket(family, kind) as own:
        own.settimeout(2)
        own.connect(address)
        own.send(b"planted")


def connects_by_tcp() -> None:
    _connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", number("tcp")))


def sends_by_udp() -> None:
    _connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", number("udp")))


def connects_to_a_named_socket() -> None:
    _connect(socket.AF_UNIX, socket.SOCK_STREAM, place("named"))


def connects_to_an_abstract_socket() -> None:
    _connect(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{place('mark')}")


def asks_for_interfaces() -> str | None:
    # By a netlink socket: the names are those of the network that this process is in.
    return GRANTED if {name for _, name in socket.if_nameindex()} - {"lo"} else None


def makes_a_raw_socket() -> str:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    return GRANTED


FIRST: Attempts = {
    attempt.__name__: attempt
    for attempt in (
        *(connects_by_tcp, sends_by_udp, connects_to_a_named_socket),
        *(connects_to_an_abstract_socket, asks_for_interfaces, makes_a_raw_socket),
    )
}
