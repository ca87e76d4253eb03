"""The compiled functions that the codecs of an adapter call, from its functions.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from utfproof import locations, schemas, strict_yaml
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError
from utfproof.proof.proving.compiled_function import CompiledFunction, described, installed

NAME = "functions.yaml"


def functions(manifest: Manifest) -> dict[str, CompiledFunction | str]:
    """Return the function of each codec that names one; a sentence where its library is missing.

    Raises:
        ManifestError: the file does not fit its schema, or names a codec that there is not.
    """
    path = manifest.folder / NAME
    if not path.is_file():
        return {}
    tree = strict_yaml.load(path, str(path), ManifestError)
    schema = locations.adapters() / "functions.schema.json"
    for problem in schemas.problems(tree, schema, str(path), ManifestError):
        raise problem
    return dict(_each(manifest, tree))


def _each(
    manifest: Manifest, tree: strict_yaml.Mapping
) -> Iterator[tuple[str, CompiledFunction | str]]:
    for codec, entry in cast("strict_yaml.Mapping", tree["functions"]).items():
        if codec not in manifest.codecs:
            hint = f"adapter.yaml has {', '.join(manifest.codecs)}"
            raise ManifestError(f"no codec {codec}", place=str(manifest.folder / NAME), hint=hint)
        own = cast("strict_yaml.Mapping", entry)
        library = installed(str(own["library"]))
        if library is None:
            yield codec, f"{own['library']} is not installed"
        else:
            words = (str(own[key]) for key in ("function", "arguments", "returns"))
            yield codec, described(library, *words)
