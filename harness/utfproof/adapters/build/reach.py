"""The reach of an adapter: the files that its build and its program see, and their environment."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from utfproof import locations
from utfproof.adapters.build import words
from utfproof.adapters.manifest import Manifest
from utfproof.confinement import access, choice
from utfproof.confinement.access import Access
from utfproof.errors import ManifestError

_GLOB = re.compile(r"[*?\[]")
_OF_BUILDS = (
    *("PATH", "LANG", "LC_", "TZ", "MAKE", "CC", "CXX", "CPPFLAGS", "CFLAGS", "LDFLAGS", "AR"),
    *("RUST", "CARGO_", "GO", "CGO_", "npm_config_", "NODE_", "PIP_", "PYENV_", "PYTHON"),
    *("JAVA_", "MAVEN_", "M2_", "PKG_CONFIG", "MONO_", "PERL5", "RUBY", "GEM_", "LUA_", "PHP"),
    *("SSL_CERT", "REQUESTS_CA", "CURL_CA", "http_proxy", "https_proxy", "no_proxy"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"),
)
_SECRET = re.compile("TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|_KEY", re.IGNORECASE)
# Where registries and mirrors are named; some of these hold passwords for them.
_SETTINGS = (
    ".npmrc",
    ".cargo/config.toml",
    ".cargo/config",
    ".m2/settings.xml",
    ".config/pip/pip.conf",
    ".config/go/env",
)


def of_run(manifest: Manifest, built: Path) -> Access:
    """Return the access of an adapter's program: its folder, its build, the sources that it names.

    Raises:
        ManifestError: `sources` name what is not the adapter's.
    """
    readable = [manifest.folder, built, *manifest.shown, *named(manifest)]
    if manifest.run is None:
        readable += [Path(path) for path in sys.path if path]
        readable += [locations.adapters() / "adapter.schema.json", Path(locations.__file__).parent]
    readable += _programs(manifest)
    return Access(tuple(readable), memory=manifest.memory)


def of_build(
    manifest: Manifest, built: Path, scratch: Path, environment: Mapping[str, str], *, network: bool
) -> Access:
    """Return the access of a build: it writes to its copy in `scratch` and to the folder `built`.

    `environment` is that of the user and of additional tools, in which paths may be named; what
    the manifest sets has no place there.

    Raises:
        ManifestError: `sources` name what is not the adapter's.
    """
    readable = [manifest.folder, *named(manifest), *_programs(manifest)]
    for text in environment.values():
        if text.startswith("/"):
            paths = map(Path, text.split(os.pathsep))
            # What is relative is so to the folder of the build, not to this one. GNU make names its
            # terminal in MAKE_TERMOUT, and a device cannot be shown inside.
            readable += [
                path
                for path in paths
                if path.is_absolute() and _is_shown(path) and (path.is_dir() or path.is_file())
            ]
    if network:
        readable += [Path.home() / name for name in _SETTINGS]
    return Access(tuple(readable), (scratch, built), network=network, memory=4 << 30)


def of_witness(
    manifest: Manifest, built: Path, folder: Path, home: Path, environment: Mapping[str, str]
) -> Access:
    """Return the access of a witness: it is built and run in a private `folder`.

    All witnesses of the adapter share a `home`, where compilers keep what they have compiled.

    Raises:
        ManifestError: `sources` name what is not the adapter's.
    """
    own = of_build(manifest, built, folder, environment, network=False)
    return replace(own, readable=(*own.readable, built), writable=(folder, home))


def build_environment(home: Path, *, network: bool) -> dict[str, str]:
    """Return the variables of a confined build: those that steer tools, and no secret by its name.

    `home` is a private folder, made here, with the settings of tools where a network is there.
    """
    found = {
        name: text
        for name, text in os.environ.items()
        if name.startswith(_OF_BUILDS) and not _SECRET.search(name)
    }
    found.pop("PYTHONPYCACHEPREFIX", None)  # a folder of this process alone
    found.pop("CARGO_HOME", None)  # the user's own, which a build would write to
    if (Path.home() / ".rustup").is_dir():
        found.setdefault("RUSTUP_HOME", str(Path.home() / ".rustup"))
    temporary = home / "tmp"
    # Java asks the list of users for the home, not the environment.
    java = f"-Duser.home={home} -Djava.io.tmpdir={temporary}"
    found["MAVEN_OPTS"] = f"{found.get('MAVEN_OPTS', '')} {java}".strip()
    temporary.mkdir(parents=True, exist_ok=True)
    for name in _SETTINGS if network else ():
        with contextlib.suppress(OSError, RuntimeError):
            if (Path.home() / name).exists():
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).symlink_to(Path.home() / name)
    return {**found, "HOME": str(home), "TMPDIR": str(temporary)}


def may_fetch(manifest: Manifest, key: str, shipped_key: str | None) -> bool:
    """Tell whether a build has a network: by the user's word, else that of a shipped adapter has.

    `key` is the digest of the adapter's inputs, `shipped_key` that of the shipped one of its name:
    a copy of it that was sent to another machine is the same adapter.
    """
    wanted = os.environ.get(choice.NETWORK_VARIABLE, "")
    if wanted:
        return wanted != "0"
    return manifest.folder.is_relative_to(locations.adapters().resolve()) or key == shipped_key


def named(manifest: Manifest) -> Iterator[Path]:
    """Yield the files and folders outside an adapter's own that its manifest names.

    Raises:
        ManifestError: one is neither the project's, nor beside the adapter, nor the system's.
    """
    project = words.project(manifest)
    for pattern in manifest.sources:
        path = _fixed_part(manifest, pattern)
        if not access.is_of_the_system(path):
            _check(manifest, pattern, path)
            yield from _parts(path)
    for text in (*manifest.build, manifest.run or "", *manifest.environment.values()):
        for name in re.findall(r"\{project\}(?:/([^/\s\"']+))?", text):
            yield from _parts(project / name)
    yield from _elsewhere(manifest)


def _elsewhere(manifest: Manifest) -> Iterator[Path]:
    """Yield programs and folders that are named by absolute paths, as far as all may read them.

    Beside a program lie its own modules and libraries.
    """
    commands = [words.plain(manifest, text) for text in (*manifest.build, manifest.run or "")]
    named_paths = [Path(word) for command in commands for word in command if word.startswith("/")]
    for path in filter(Path.is_file, named_paths):
        yield from access.open_to_all(Path(os.path.normpath(path.parent)))
    for text in manifest.environment.values():
        for word in text.split(os.pathsep):
            if word.startswith("/"):
                yield from access.open_to_all(Path(os.path.normpath(word)))


def _fixed_part(manifest: Manifest, pattern: str) -> Path:
    """Return the folder or file that a pattern's matches lie in."""
    root = words.project(manifest) if pattern.startswith("{project}") else manifest.folder
    parts = Path(pattern.removeprefix("{project}/")).parts
    fixed = next((at for at, part in enumerate(parts) if _GLOB.search(part)), len(parts))
    return Path(os.path.normpath(root.joinpath(*parts[:fixed])))


def _check(manifest: Manifest, pattern: str, path: Path) -> None:
    near = [words.project(manifest), manifest.folder.parent]
    if not any(_is_shown(root) and path.is_relative_to(root) for root in near):
        problem = f"sources: {pattern} is neither in the project nor beside the adapter"
        hint = "move it there, or trust the adapter: --confine off"
        raise ManifestError(problem, place=manifest.place, hint=hint)


def _parts(path: Path) -> Iterator[Path]:
    """Yield a path; of a checkout all but the repository's own files, which may hold secrets."""
    if (path / ".git").exists():
        yield from (part for part in sorted(path.iterdir()) if part.name != ".git")
    else:
        yield path


def _is_shown(path: Path) -> bool:
    """Tell whether a folder is less than a whole home, and less than all."""
    home = Path(os.environ.get("HOME", "/"))
    return path.exists() and not home.resolve().is_relative_to(path.resolve())


def _programs(manifest: Manifest) -> Iterator[Path]:
    for need in manifest.requires:
        if "/" not in need:
            yield from access.program_of(need, os.environ)
