"""The twins of an adapter's libraries: `twins/twins.yaml`, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from utfproof import locations, schemas, strict_yaml
from utfproof.adapters.build import builder
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.twins.twin_fault import TwinFault

FOLDER = "twins"
_NAME = "twins.yaml"
_FAULT = "UTFPROOF_TWIN"
"""The variable by which a twin learns its fault; without it there is none."""


@dataclass(frozen=True, slots=True)
class TwinFile:
    """The content of a twins.yaml; without one no fault is planted."""

    manifest: Manifest
    tree: strict_yaml.Mapping | None

    def plants(self, codec: str, offer: Offer, fault: TwinFault) -> bool:
        """Tell whether there is a twin of a codec that errs in this way."""
        return any(_fits(entry, codec, offer, fault) for entry in self._entries("twins"))

    def reason(self, codec: str, offer: Offer, fault: TwinFault) -> str:
        """Return why a fault cannot be planted; "" where nobody has said so."""
        for entry in self._entries("not-possible"):
            if _fits(entry, codec, offer, fault):
                return str(entry["reason"])
        return ""

    def twin(self, fault: TwinFault) -> Manifest:
        """Return the adapter whose library errs; its twins are built first.

        Raises:
            BuildError: that does not build.
            ManifestError: `run` of the manifest cannot be used.
        """
        tree = cast("strict_yaml.Mapping", self.tree)
        named = cast("Mapping[str, str]", tree.get("environment", {}))
        shown = (self._built(tree),) if "build" in tree else ()
        built = str(shown[0]) if shown else ""
        own = {key: str(text).replace("{twins}", built) for key, text in named.items()}
        environment = {**self.manifest.environment, **own, _FAULT: fault}
        twin = replace(self.manifest, environment=environment, shown=shown)
        if "rebuild" not in tree:
            return twin
        sources = (*twin.sources, f"{FOLDER}/**")
        steps = tree["rebuild"]
        build = twin.build if steps == "yes" else tuple(map(str, steps))
        # Another name has another place in the cache: the adapter's own build stays as it is.
        return replace(twin, name=f"{twin.name}-{FOLDER}", sources=sources, build=build)

    def _built(self, tree: strict_yaml.Mapping) -> Path:
        """Build the twins in a place of their own: the adapter's build stays as it is."""
        own = replace(
            self.manifest,
            name=f"{self.manifest.name}-{FOLDER}",
            folder=self.manifest.folder / FOLDER,
            build=tuple(str(step) for step in tree["build"]),
            run="true",
            sources=(),
        )
        builder.command(own)
        return builder.place(own)

    def _entries(self, key: str) -> Iterator[strict_yaml.Mapping]:
        if self.tree is not None:
            for entry in self.tree.get(key, ()):
                yield cast("strict_yaml.Mapping", entry)


def load(manifest: Manifest) -> TwinFile:
    """Read the twins of an adapter.

    Raises:
        ManifestError: they do not fit the closed schema, or name codecs that there are not.
    """
    path = manifest.folder / FOLDER / _NAME
    if not path.is_file():
        return TwinFile(manifest, None)
    tree = strict_yaml.load(path, str(path), ManifestError)
    schema = locations.adapters() / "twins.schema.json"
    for problem in schemas.problems(tree, schema, str(path), ManifestError):
        raise problem
    for key in ("twins", "not-possible"):
        for entry in tree.get(key, ()):
            _check_codecs(cast("strict_yaml.Mapping", entry), manifest, str(path))
    return TwinFile(manifest, tree)


def _check_codecs(entry: strict_yaml.Mapping, manifest: Manifest, place: str) -> None:
    for pattern in map(str, entry["codecs"]):
        if not any(fnmatchcase(name, pattern) for name in manifest.codecs):
            hint = f"adapter.yaml has {', '.join(manifest.codecs)}"
            raise ManifestError(f"no codec {pattern}", place=f"{place}:{entry.line}", hint=hint)


def _fits(entry: strict_yaml.Mapping, codec: str, offer: Offer, fault: TwinFault) -> bool:
    return all(
        any(fnmatchcase(word, str(pattern)) for pattern in entry.get(key, ("*",)))
        for key, word in (("codecs", codec), ("offers", str(offer)), ("faults", str(fault)))
    )
