"""The adapters of a certificate on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from utfproof.adapters import manifest, registry
from utfproof.adapters.manifest import Manifest
from utfproof.certificate.untrusted_json import Json
from utfproof.errors import UtfproofError
from utfproof.model.codec_id import CodecId
from utfproof.model.processor import PROCESSORS


def adapters(codecs: Sequence[Json], folders: Sequence[Path]) -> dict[str, Manifest | str]:
    """Find the adapters of codecs: their manifests, or why there is none here.

    Each stands under the name of its build: `rust`, `rust (s390x)`.

    `folders` say where adapters lie that are elsewhere than on the issuer's machine.

    Raises:
        ManifestError: a folder that was given has no manifest that can be used.
    """
    own = {item.name: item.folder for item in map(manifest.load, folders)}
    shipped = {folder.name: folder for folder in registry.shipped()}
    found: dict[str, Manifest | str] = {}
    for codec in codecs:
        named = CodecId.parse(codec["codec"])
        name = named.adapter
        if named.cpu and named.cpu not in PROCESSORS:
            found[named.build] = "no processor that programs can be built for here"
        elif name in own:
            found[named.build] = manifest.load(own[name], named.cpu)
        elif codec["target"]:
            found[named.build] = _loaded(Path(codec["target"]), named)
        elif name in shipped:
            found[named.build] = _loaded(shipped[name], named)
        else:
            found[named.build] = f"no adapter {name} here"
    return found


def _loaded(folder: Path, named: CodecId) -> Manifest | str:
    if not (folder / "adapter.yaml").is_file():
        return f"no adapter in {ascii(str(folder))[1:-1]}: --adapter says where it is"
    try:
        read = manifest.load(folder, named.cpu)
    except UtfproofError as error:
        return str(error)
    return (
        read
        if read.name == named.adapter
        else f"another adapter lies in {ascii(str(folder))[1:-1]}"
    )
