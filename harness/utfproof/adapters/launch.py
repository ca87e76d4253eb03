"""Opening an adapter: it is built, started, and asked for the offers of its codecs.

Everything that asks a codec comes through here: certify, verify, the pytest plugin, findings, fuzz.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from utfproof.adapters.build import builder
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session import hello
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.errors import ManifestError


class OpenAdapter(NamedTuple):
    """The session of a running adapter, and the hello of each codec by its name."""

    session: Session
    offers: Mapping[str, CodecOffers]


@contextmanager
def opened(chosen: SelectedAdapter) -> Iterator[OpenAdapter]:
    """Build and start an adapter, read its hello, and end its process afterwards.

    Raises:
        BuildError: it does not build.
        ManifestError: no hello, or one that names codecs which the manifest does not.
    """
    # The process ends with the block, whatever is raised while hello is read.
    with prepared(chosen.manifest) as session:
        yield OpenAdapter(session, offers_of(chosen.manifest, session))


def prepared(manifest: Manifest, seed: int | None = None) -> Session:
    """Build an adapter and return its session; the first question starts the process.

    `seed` fixes the known answers that the session mixes in.

    Raises:
        BuildError: it does not build.
        ManifestError: its run command cannot be used.
    """
    return Session(builder.command(manifest), manifest.seconds, seed)


def offers_of(manifest: Manifest, session: Session) -> dict[str, CodecOffers]:
    """Ask an adapter for the offers of its codecs.

    Raises:
        ManifestError: no hello, or one that names codecs which the manifest does not.
    """
    offers = {item.name: item for item in session.hello()}
    # A codec that the manifest does not know has claimed nothing that it could be held to.
    if unknown := hello.undeclared(offers.values(), manifest.codecs):
        problem = f"hello: {unknown.problem}"
        raise ManifestError(problem, place=manifest.place, hint=unknown.hint)
    return offers
