"""Which adapters and codecs a run is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from utfproof import locations
from utfproof.adapters import registry
from utfproof.adapters.build import builder
from utfproof.adapters.registry import select
from utfproof.errors import ManifestError, UsageError


class Entry(NamedTuple):
    """An entry point of an installed package."""

    loaded: Callable[[], list[Path]] | list[Path]
    name: str = "extra"
    value: str = "extra:folders"

    def load(self) -> Callable[[], list[Path]] | list[Path]:
        return self.loaded


def adapter(folder: Path, name: str, *codecs: str) -> Path:
    folder.mkdir(parents=True)
    lines = [f"adapter: {name}", "about: x", "language: C", "run: ./driver", "codecs:"]
    lines += [f"  {codec}: {{about: x}}" for codec in codecs]
    (folder / "adapter.yaml").write_text("\n".join(lines), "utf-8")
    return folder


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship three adapters instead of those that there are."""
    folder = tmp_path / "shipped"
    adapter(folder / "java", "java", "TextDecoder", "String")
    adapter(folder / "js", "js", "TextDecoder", "TextEncoder", "Buffer")
    adapter(folder / "go", "go", "unicode-utf8", "unicode-utf8-string", "x-text", "x-text-bom")
    (folder / "no_adapter").mkdir()
    schema = locations.adapters() / "adapter.schema.json"
    (folder / "adapter.schema.json").write_bytes(schema.read_bytes())
    monkeypatch.setattr(locations, "adapters", lambda: folder)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [])
    monkeypatch.chdir(tmp_path)
    return folder


def names(*targets: str, codecs: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{item.manifest.name}/{codec.name}"
        for item in select(targets, codecs)
        for codec in item.codecs
    ]


def test_no_target_means_all() -> None:
    assert [item.manifest.name for item in select([])] == ["go", "java", "js"]
    assert len(names()) == 9


def test_an_adapter_means_all_its_codecs() -> None:
    assert names("java") == ["java/TextDecoder", "java/String"]


def test_a_codec_means_itself() -> None:
    assert names("java/String") == ["java/String"]


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("*/TextDecoder", ["java/TextDecoder", "js/TextDecoder"]),
        ("j*/Text*", ["java/TextDecoder", "js/TextDecoder", "js/TextEncoder"]),
        (
            "j*",
            ["java/TextDecoder", "java/String", "js/TextDecoder", "js/TextEncoder", "js/Buffer"],
        ),
        ("go/utf8", ["go/unicode-utf8"]),
        ("go/x-text", ["go/x-text"]),
        ("go/text", ["go/x-text"]),
        ("*/bom", ["go/x-text-bom"]),
    ],
)
def test_a_pattern_means_what_it_fits(target: str, found: list[str]) -> None:
    assert names(target) == found


def test_a_folder_means_the_adapter_in_it(tmp_path: Path) -> None:
    adapter(tmp_path / "own", "mine", "std")
    for target in ("own", "./own", "own/", str(tmp_path / "own")):
        assert names(target) == ["mine/std"]


def test_the_manifest_itself_means_the_adapter_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter(tmp_path / "mine", "mine", "utf8")
    assert names("mine/adapter.yaml") == ["mine/utf8"]
    assert names(str(tmp_path / "mine" / "adapter.yaml")) == ["mine/utf8"]
    monkeypatch.chdir(tmp_path / "mine")
    assert names("adapter.yaml") == ["mine/utf8"]


def test_where_only_folders_are_named_no_other_manifest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter(tmp_path / "own", "mine", "std")

    def read() -> list[Path]:
        raise AssertionError

    monkeypatch.setattr(registry, "shipped", read)
    assert names("own", "./own") == ["mine/std"]
    for targets in ([], ["own", "java"], ["./own/std"]):
        with pytest.raises(AssertionError):
            names(*targets)


def test_a_folder_may_be_followed_by_a_codec(tmp_path: Path) -> None:
    adapter(tmp_path / "own", "mine", "std", "lax")
    for target in ("own/std", "./own/std", "own/s*", str(tmp_path / "own" / "std")):
        assert names(target) == ["mine/std"]
    assert names("./own/lax", "./own/std") == ["mine/lax", "mine/std"]
    with pytest.raises(UsageError, match=r"own has no codec nope: .* has std, lax"):
        names("./own/nope")


def test_an_adapter_comes_before_a_folder_that_is_followed_by_a_codec(tmp_path: Path) -> None:
    adapter(tmp_path / "java", "mine", "String")
    assert names("java/String") == ["java/String"]


def test_a_folder_comes_before_an_adapter_of_its_name(tmp_path: Path) -> None:
    adapter(tmp_path / "java", "fork", "std")
    assert names("java") == ["fork/std"]


def test_a_folder_without_a_manifest_is_no_target_unless_it_is_named_as_a_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "java").mkdir()
    assert names("java") == ["java/TextDecoder", "java/String"]
    with pytest.raises(ManifestError, match=r"java/adapter\.yaml: No such file"):
        select(["./java"])


def test_targets_of_one_adapter_are_one_run_and_each_codec_is_asked_once() -> None:
    chosen = select(["java/String", "java", "*/TextDecoder"])
    assert [item.manifest.name for item in chosen] == ["java", "js"]
    assert [codec.name for codec in chosen[0].codecs] == ["String", "TextDecoder"]


@pytest.mark.parametrize(
    "target", ["rust", "java/Charset", "java/", "go/tex", "x/TextDecoder", "./gone", "", "/"]
)
def test_a_target_that_names_nothing_is_an_error(target: str) -> None:
    with pytest.raises((UsageError, ManifestError)) as caught:
        select([target])
    if target != "/":
        assert isinstance(caught.value, UsageError)
        assert caught.value.exit_code == 2
        assert "go, java, js" in caught.value.hint


def test_a_part_of_a_name_that_is_not_a_variant_of_the_other_has_to_be_told_apart(
    tmp_path: Path,
) -> None:
    adapter(tmp_path / "shipped" / "rust", "rust", "x-std", "y-std", "x-std-wide")
    with pytest.raises(UsageError) as caught:
        select(["rust/std"])
    told = "rust/std may be any of rust/x-std, rust/y-std, rust/x-std-wide: name one of them"
    assert str(caught.value) == told


def test_a_codec_of_an_adapter_in_a_folder_means_itself(tmp_path: Path) -> None:
    adapter(tmp_path / "own", "mine", "std", "wide-string")
    for target in ("own/std", "./own/std", str(tmp_path / "own" / "std")):
        assert names(target) == ["mine/std"]
    assert names("./own/string") == ["mine/wide-string"]
    assert names("own/*") == ["mine/std", "mine/wide-string"]


def test_a_folder_does_not_hide_the_codecs_of_an_adapter_of_its_name(tmp_path: Path) -> None:
    adapter(tmp_path / "java", "fork", "std")
    assert names("java/String") == ["java/String"]


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (("Text*",), ["java/TextDecoder", "js/TextDecoder", "js/TextEncoder"]),
        (("js/*coder",), ["js/TextDecoder", "js/TextEncoder"]),
        (("String", "Buffer"), ["java/String", "js/Buffer"]),
    ],
)
def test_codec_patterns_narrow_what_is_chosen(patterns: tuple[str, ...], found: list[str]) -> None:
    assert names(codecs=patterns) == found


def test_a_codec_pattern_that_fits_nothing_is_an_error() -> None:
    with pytest.raises(UsageError, match="no codec fits Strung: `utfproof codecs` lists them"):
        select(["java"], ["Strung"])


@pytest.mark.parametrize("called", [True, False])
def test_installed_packages_add_their_adapters(
    called: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [adapter(tmp_path / "package" / "extra", "extra", "std")]
    entry = Entry((lambda: folders) if called else folders)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [entry])
    assert names("extra") == ["extra/std"]
    assert "extra/std" in names()


def failing() -> list[Path]:
    raise ImportError("no module extra")


@pytest.mark.parametrize("targets", [(), ("*",), ("j*", "go")])
def test_a_manifest_that_cannot_be_used_does_not_stop_the_others(
    shipped: Path, targets: tuple[str, ...]
) -> None:
    (shipped / "js" / "adapter.yaml").write_bytes(b"\xff")
    found = {item.manifest.name: item.manifest for item in select(targets)}
    assert sorted(found) == ["go", "java", "js"]
    assert not found["java"].problem
    assert "js/adapter.yaml:1: the file itself is not UTF-8" in found["js"].problem
    with pytest.raises(ManifestError, match="is not UTF-8"):
        builder.command(found["js"])


@pytest.mark.parametrize("target", ["js", "js/*", "js/TextDecoder"])
def test_a_manifest_that_cannot_be_used_and_is_named_is_an_error(
    shipped: Path, target: str
) -> None:
    (shipped / "js" / "adapter.yaml").write_bytes(b"\xff")
    with pytest.raises(ManifestError, match=r"js/adapter.yaml:1: the file itself is not UTF-8"):
        select([target])
    assert names("java") == ["java/TextDecoder", "java/String"]


def test_an_installed_package_that_fails_is_a_broken_adapter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda **_: [Entry(failing)])
    assert names() == [*names("go"), *names("java"), *names("js"), "extra/adapter.yaml"]
    with pytest.raises(ManifestError, match=r"entry point extra:folders .* no module extra"):
        select(["extra"])


def test_every_shipped_manifest_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    chosen = select([])
    assert chosen
    assert all(item.codecs for item in chosen)
    assert all(item.manifest.name == item.manifest.folder.name for item in chosen)
