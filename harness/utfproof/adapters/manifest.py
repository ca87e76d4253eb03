"""The manifest of an adapter: `adapter.yaml`, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from utfproof import locations, schemas, strict_yaml
from utfproof.errors import BuildError, ManifestError
from utfproof.model import processor
from utfproof.model.codec_id import CodecId
from utfproof.model.contract import Contract, Term
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Option

_SLOWER = 10
"""How many times as long as this machine's own processor an emulated one may take."""
_UNITS = {"MiB": 1 << 20, "GiB": 1 << 30}
_OPTIONS = (
    *("signature", "unmarked", "replacement", "units", "surrogate-output"),
    *("delivery", "room", "cause", "size"),
)


@dataclass(frozen=True, slots=True)
class Codec:
    """One API family of one library, and its claims.

    `library` is the library it belongs to, with all codecs of the same name. A `slow` one needs
    more than about a microsecond for a string of a sweep. One that is `compiled_while_running`
    is asked again after many calls. `functions` maps offers to
    `package.module:name` for codecs that are Python functions. `not_asked` has the reason for each
    function of the library that no codec asks. `line` is its line in the manifest. `processors`
    are those that it is for; none for all.
    """

    name: str
    about: str
    claims: Claims
    line: int
    functions: Mapping[Offer, str]
    library: str = ""
    slow: bool = False
    compiled_while_running: bool = False
    not_asked: Mapping[str, str] = field(default_factory=dict)
    processors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of an adapter.yaml: `memory` in octets, `seconds` for a full block.

    `problem` is the reason why nothing of it can be used, where there is one. `unbuilt` is the
    error of a build that failed before in this run: it is not tried again. `shown` are folders that
    its program may read besides; no adapter.yaml can name them. `cpu` is the emulated processor
    that it is built for; "" for this machine's own. `cross_requires` is what it needs to be built
    for another one; None where it cannot be. `elsewhere` names the codecs of other processors.
    """

    name: str
    about: str
    language: str
    folder: Path
    requires: tuple[str, ...]
    build: tuple[str, ...]
    run: str | None
    sources: tuple[str, ...]
    environment: Mapping[str, str]
    memory: int
    seconds: float
    codecs: Mapping[str, Codec]
    problem: str = ""
    unbuilt: BuildError | None = None
    shown: tuple[Path, ...] = ()
    cpu: str = ""
    cross_requires: tuple[str, ...] | None = None
    elsewhere: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return the file, for errors."""
        return str(self.folder / "adapter.yaml")

    def id_of(self, codec: Codec) -> str:
        """Return the full name of one of its codecs: `rust/std`, `rust/std (s390x)`."""
        return str(CodecId(self.name, codec.name, self.cpu))


def load(folder: Path, cpu: str = "") -> Manifest:
    """Read the manifest of an adapter's folder, for an emulated processor if one is given.

    Raises:
        ManifestError: there is none, or it does not fit the closed schema.
    """
    path = folder / "adapter.yaml"
    place = str(path)
    tree = strict_yaml.load(path, place, ManifestError)
    schema = locations.adapters() / "adapter.schema.json"
    # The first problem is raised: `adapter check` shows one thing to correct at a time.
    for problem in schemas.problems(tree, schema, place, ManifestError):
        raise problem
    manifest = _manifest(tree, folder.resolve(), cpu)
    _check_functions(manifest, tree)
    return manifest


def broken(folder: Path, problem: str) -> Manifest:
    """Stand for an adapter that cannot be used, as one codec that is called as its manifest is."""
    # It needs a codec, or a run would pass over the broken manifest in silence.
    codec = Codec("adapter.yaml", "cannot be used", Claims(), 1, {})
    return Manifest(
        name=folder.name,
        about=codec.about,
        language="",
        folder=folder.resolve(),
        requires=(),
        build=(),
        run=None,
        sources=(),
        environment={},
        memory=_octets("1 GiB"),
        seconds=20.0,
        codecs={codec.name: codec},
        problem=problem,
    )


def _manifest(tree: strict_yaml.Mapping, folder: Path, cpu: str) -> Manifest:
    limits = cast("Mapping[str, str]", tree.get("limits", {}))
    build = tree.get("build", ())
    nodes = cast("strict_yaml.Mapping", tree["codecs"])
    codecs = {
        name: _codec(tree, name, cast("strict_yaml.Mapping", node), folder)
        for name, node in nodes.items()
    }
    wanted = cpu or processor.own()
    here = {name: one for name, one in codecs.items() if wanted in (one.processors or [wanted])}
    seconds = float(str(limits.get("seconds-per-block", "20")))
    return Manifest(
        name=str(tree["adapter"]),
        about=str(tree["about"]),
        language=str(tree["language"]),
        folder=folder,
        requires=_words(tree, "requires"),
        build=(str(build),) if isinstance(build, str) else tuple(str(step) for step in build),
        run=str(tree["run"]) if "run" in tree else None,
        sources=_words(tree, "sources"),
        environment=_texts(tree.get("environment", {})),
        memory=_octets(str(limits.get("memory", "1 GiB"))),
        seconds=seconds * _SLOWER if cpu else seconds,
        codecs=here,
        cpu=cpu,
        cross_requires=_words(tree, "cross-requires") if "cross-requires" in tree else None,
        elsewhere=tuple(name for name in codecs if name not in here),
    )


def _words(tree: strict_yaml.Mapping, key: str) -> tuple[str, ...]:
    return tuple(str(word) for word in tree.get(key, ()))


def _texts(node: object) -> dict[str, str]:
    return {key: str(text) for key, text in cast("Mapping[str, str]", node).items()}


def _octets(text: str) -> int:
    number, unit = text.split(" ")
    return int(number) * _UNITS[unit]


def _codec(tree: strict_yaml.Mapping, name: str, node: strict_yaml.Mapping, folder: Path) -> Codec:
    # The line of the key in the file is what errors and annotations point at.
    line = cast("strict_yaml.Mapping", tree["codecs"]).lines[name]
    library = str(node.get("library", tree.get("library", tree["adapter"])))
    profile = node.get("profile", "rfc3629")
    profiles = (str(profile),) if isinstance(profile, str) else tuple(map(str, profile))
    options: dict[str, Option] = {}
    for key in _OPTIONS:
        if key in node:
            value = node[key]
            options[key] = str(value) if isinstance(value, str) else _texts(value)
    place = f"{folder / 'adapter.yaml'}:{line}"
    longest = int(str(node["longest"])) if "longest" in node else None
    excludes = _excluded(_words(node, "excludes"), place)
    claims = Claims(profiles, options, excludes, longest, _contract(node))
    limits = cast("Mapping[str, str]", tree.get("limits", {}))
    return Codec(
        name=name,
        about=str(node["about"]),
        claims=claims,
        line=line,
        functions=_functions(node, place),
        library=library,
        slow=limits.get("sweep") == "kinds",
        compiled_while_running=tree.get("compiled") == "while-running",
        not_asked=_texts(node.get("not-asked", {})),
        processors=_words(node, "processors"),
    )


def _contract(node: strict_yaml.Mapping) -> Contract:
    own = cast("Mapping[str, Sequence[strict_yaml.Mapping]]", node.get("contract", {}))
    domain = tuple(_term(one, "demands") for one in own.get("domain", ()))
    return Contract(domain, tuple(_term(one, "is") for one in own.get("deviations", ())))


def _term(node: strict_yaml.Mapping, name: str) -> Term:
    of, encodings = str(node.get("of", "")), _words(node, "encodings")
    return Term(str(node[name]), str(node["source"]), of, encodings)


def _excluded(ranges: tuple[str, ...], place: str) -> frozenset[int]:
    octets: set[int] = set()
    for text in ranges:
        first, _, last = text.partition("-")
        # A range that runs backwards would be empty and exclude nothing, unnoticed.
        covered = range(int(first, 16), int(last or first, 16) + 1)
        if not covered:
            hint = f"write {last}-{first}"
            raise ManifestError(f"excludes: {text} runs backwards", place=place, hint=hint)
        octets.update(covered)
    return frozenset(octets)


def _functions(node: strict_yaml.Mapping, place: str) -> dict[Offer, str]:
    offers = node.get("offers", ())
    each = _texts(offers) if isinstance(offers, dict) else {}
    # One function for all offers, or one for each.
    named = each or {str(offer): str(node.get("function", "")) for offer in offers}
    return {_offer(text, place): function for text, function in named.items()}


def _offer(text: str, place: str) -> Offer:
    try:
        return Offer.parse(text)
    except ValueError as error:
        hint = "an offer is an op, an encoding and a mode: decode UTF-8 strict"
        raise ManifestError(f"offers: `{text}`: {error}", place=place, hint=hint) from None


def _check_functions(manifest: Manifest, tree: strict_yaml.Mapping) -> None:
    # No schema can say that one of two keys stands in two different places.
    for name, codec in manifest.codecs.items():
        place = f"{manifest.place}:{codec.line}"
        if manifest.run is None and not codec.functions:
            hint = "add `run:` to the adapter, or `function:` and `offers:` to the codec"
            raise ManifestError(f"{name}: nothing to run", place=place, hint=hint)
        if manifest.run is not None and codec.functions:
            hint = "remove one of them: a program names its offers in hello"
            raise ManifestError(f"{name}: both run and offers", place=place, hint=hint)
        if codec.functions and not all(codec.functions.values()):
            hint = 'name it: function: "package.module:name"'
            raise ManifestError(f"{name}: offers without a function", place=place, hint=hint)
    if "build" in tree and manifest.run is None:
        raise ManifestError("build without run", place=manifest.place, hint="add `run:`")
