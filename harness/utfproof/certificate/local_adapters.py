"""The adapters of a certificate on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from utfproof.adapters import manifest, registry
from utfproof.adapters.manifest import Manifest
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import UtfproofError
from utfproof.model.codec_id import CodecId


def adapters(codecs: Sequence[Json], folders: Sequence[Path]) -> dict[str, Manifest | str]:
    """Find the adapters of codecs: their manifests, or why there is none here.

    `folders` say where adapters lie that are elsewhere than on the issuer's machine.

    Raises:
        ManifestError: a folder that was given has no manifest that can be used.
    """
    own = {item.name: item for item in map(manifest.load, folders)}
    shipped = {folder.name: folder for folder in registry.shipped()}
    found: dict[str, Manifest | str] = {}
    for codec in codecs:
        name = CodecId.parse(codec["codec"]).adapter
        if name in own:
            found[name] = own[name]
        elif codec["target"]:
            found[name] = _loaded(Path(codec["target"]), name)
        elif name in shipped:
            found[name] = _loaded(shipped[name], name)
        else:
            found[name] = f"no adapter {name} here"
    return found


def _loaded(folder: Path, name: str) -> Manifest | str:
    if not (folder / "adapter.yaml").is_file():
        return f"no adapter in {ascii(str(folder))[1:-1]}: --adapter says where it is"
    try:
        read = manifest.load(folder)
    except UtfproofError as error:
        return str(error)
    return read if read.name == name else f"another adapter lies in {ascii(str(folder))[1:-1]}"
