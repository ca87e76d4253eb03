"""An adapter opened: built, started and greeted, ready to be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from utfproof.adapters.build import builder
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.errors import ManifestError


@contextmanager
def opened(chosen: SelectedAdapter) -> Iterator[tuple[Session, Mapping[str, CodecOffers]]]:
    """Build and start an adapter; give its session and what hello says of each codec.

    Raises:
        BuildError: it does not build.
        ManifestError: no hello, or one that names codecs which the manifest does not.
    """
    with Session(builder.command(chosen.manifest), chosen.manifest.seconds) as session:
        offers = {item.name: item for item in session.hello()}
        _only_known(chosen.manifest, offers)
        yield session, offers


def _only_known(manifest: Manifest, offers: Mapping[str, CodecOffers]) -> None:
    unknown = sorted(set(offers) - set(manifest.codecs))
    if unknown:
        hint = "declare them under `codecs:`, or take them out of hello"
        problem = f"hello names codecs that the manifest does not: {', '.join(unknown)}"
        raise ManifestError(problem, place=manifest.place, hint=hint)
