"""The manifest of an adapter: what it says, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError
from utfproof.model.encoding import Encoding
from utfproof.model.profile import Settings, Signatures, Unmarked

SMALLEST = """\
adapter: mine
about: My library.
language: C
run: ./driver
codecs:
  std:
    about: my_decode
"""
FULL = """\
adapter: mine
about: My library.
language: C
requires: [cc, make]
build: [make, make install]
run: "{cache}/driver --quiet"
sources: ["{project}/src/**"]
environment: {DEBUG: "0", LIMIT: 10}
limits: {memory: 512 MiB, seconds-per-block: 7}
codecs:
  std:
    about: my_decode
    profile: [unicode, rfc2781, iso10646]
    signature: {UTF-8: strip, UTF-16BE: forbidden}
    unmarked: little
    replacement: {UTF-16: unit}
    units: utf-16
    surrogate-output: question-mark
    excludes: ["00-1F", "22", "5C"]
  lossy:
    about: my_decode_lossy
    profile: whatwg
"""
FUNCTIONS = """\
adapter: mine
about: My library.
language: Python
codecs:
  std:
    about: mine.decode
    function: "mine.codec:decode"
    offers: [decode UTF-8 strict, decode UTF-8 replace]
  each:
    about: one function for each
    offers: {encode UTF-8 strict: "mine:encode", validate UTF-8 strict: "mine:is_valid"}
"""


def load(folder: Path, text: str) -> Manifest:
    (folder / "adapter.yaml").write_text(text, "utf-8")
    return manifest.load(folder)


def settings(item: Manifest, codec: str, encoding: Encoding) -> Settings:
    found = item.codecs[codec].claims.settings(encoding)
    assert found
    return found


def test_an_omitted_key_has_its_default(tmp_path: Path) -> None:
    item = load(tmp_path, SMALLEST)
    assert (item.memory, item.seconds) == (1 << 30, 20.0)
    assert (item.requires, item.build, item.sources) == ((), (), ())
    assert item.environment == {}
    assert item.codecs["std"].claims.profiles == ("rfc3629",)
    assert item.codecs["std"].claims.excludes == frozenset()


def test_every_key_of_a_manifest_is_read(tmp_path: Path) -> None:
    item = load(tmp_path, FULL)
    assert (item.name, item.about, item.language) == ("mine", "My library.", "C")
    assert item.folder == tmp_path.resolve()
    assert item.requires == ("cc", "make")
    assert item.build == ("make", "make install")
    assert item.run == "{cache}/driver --quiet"
    assert item.sources == ("{project}/src/**",)
    assert item.environment == {"DEBUG": "0", "LIMIT": "10"}
    assert (item.memory, item.seconds) == (512 << 20, 7.0)
    assert list(item.codecs) == ["std", "lossy"]
    assert item.codecs["lossy"].line == 20


def test_one_build_step_needs_no_list(tmp_path: Path) -> None:
    assert load(tmp_path, SMALLEST + "build: make all\n").build == ("make all",)


def test_the_first_profile_that_speaks_for_an_encoding_holds(tmp_path: Path) -> None:
    item = load(tmp_path, FULL)
    profiles = {
        encoding: settings(item, "std", encoding).profile
        for encoding in (Encoding.UTF_8, Encoding.UTF_16, Encoding.UTF_32LE)
    }
    assert list(profiles.values()) == ["unicode", "rfc2781", "iso10646"]
    assert item.codecs["std"].claims.settings(Encoding.CESU_8) is None
    assert item.codecs["lossy"].claims.settings(Encoding.UTF_32) is None


def test_an_option_for_one_encoding_leaves_the_others_alone(tmp_path: Path) -> None:
    item = load(tmp_path, FULL)
    kept = {
        encoding: settings(item, "std", encoding).signatures
        for encoding in (Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_16LE)
    }
    assert list(kept.values()) == [Signatures.STRIP, Signatures.FORBIDDEN, Signatures.KEEP]
    assert settings(item, "std", Encoding.UTF_16).replacement == "unit"
    assert settings(item, "std", Encoding.UTF_8).replacement == "maximal-subpart"


def test_an_option_for_all_encodings_holds_in_each(tmp_path: Path) -> None:
    item = load(tmp_path, FULL)
    for encoding in (Encoding.UTF_16, Encoding.UTF_32):
        found = settings(item, "std", encoding)
        assert found.unmarked is Unmarked.LITTLE
        assert found.units == "utf-16"
        assert found.surrogate_output == "question-mark"


def test_excluded_bytes_are_ranges_and_single_ones(tmp_path: Path) -> None:
    item = load(tmp_path, FULL)
    excluded = settings(item, "std", Encoding.UTF_8).excludes
    assert excluded == frozenset({*range(0x20), 0x22, 0x5C})


def test_offers_of_functions_name_their_function(tmp_path: Path) -> None:
    codecs = load(tmp_path, FUNCTIONS).codecs
    assert {str(offer): name for offer, name in codecs["std"].functions.items()} == {
        "decode UTF-8 strict": "mine.codec:decode",
        "decode UTF-8 replace": "mine.codec:decode",
    }
    assert {str(offer): name for offer, name in codecs["each"].functions.items()} == {
        "encode UTF-8 strict": "mine:encode",
        "validate UTF-8 strict": "mine:is_valid",
    }


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (SMALLEST.replace("run:", "limits: {memory: 1 GB}\nrun:"), 4, '"1 GB"'),
        (SMALLEST.replace("run:", "limits: {seconds-per-block: 0}\nrun:"), 4, '"0"'),
        (SMALLEST.replace("run:", "requires: cc\nrun:"), 4, "array"),
        (SMALLEST.replace("run:", "requires: [cc; rm]\nrun:"), 4, '"cc; rm"'),
        (SMALLEST.replace("mine", "my.adapter"), 1, '"my.adapter"'),
        (SMALLEST.replace("mine", "-mine"), 1, '"-mine"'),
        (SMALLEST.replace("mine", "mine-"), 1, '"mine-"'),
        (SMALLEST.replace("mine", "my--adapter"), 1, '"my--adapter"'),
        (SMALLEST.replace("    about: my_decode", "    units: bytes"), 7, "not valid"),
        (SMALLEST + "    profile: utf8\n", 8, "utf8"),
        (SMALLEST + "    profile: []\n", 8, "not valid"),
        (SMALLEST + "    signature: {UTF-7: keep}\n", 8, "UTF-7"),
        (SMALLEST + '    excludes: ["5c"]\n', 8, "5c"),
        (SMALLEST + "    unmarked: middle\n", 8, "middle"),
        (SMALLEST + "    excludes: 22\n", 8, "array"),
        ("adapter: mine\nabout: x\nlanguage: C\nrun: x\ncodecs: {}\n", 5, "{}"),
        ("adapter: mine\nabout: x\nlanguage: C\nrun: x\ncodecs: {a/b: {about: x}}\n", 5, "a/b"),
    ],
)
def test_a_key_outside_the_schema_is_refused_at_its_line(
    text: str, line: int, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=problem.replace("{}", r"\{\}")) as caught:
        load(tmp_path, text)
    assert caught.value.place == f"{tmp_path / 'adapter.yaml'}:{line}"
    assert caught.value.hint == "see adapters/adapter.schema.json"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (SMALLEST + "rum: ./driver\n", 8, "'rum' was unexpected"),
        (SMALLEST + "    signatur: keep\n", 8, "'signatur' was unexpected"),
        (SMALLEST.replace("run:", "limits: {disk: 1 GiB}\nrun:"), 4, "'disk' was unexpected"),
        (SMALLEST.replace("run:", "limits: {sweep: none}\nrun:"), 4, '"none"'),
        (SMALLEST.replace("about: My library.\n", ""), 1, '"about" is a required property'),
        (SMALLEST.replace("    about: my_decode", "    units: utf-16"), 6, '"about" is a required'),
    ],
)
def test_a_key_too_many_is_named_at_its_line_and_one_too_few_at_what_it_belongs_to(
    text: str, line: int, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=problem) as caught:
        load(tmp_path, text)
    assert caught.value.place == f"{tmp_path / 'adapter.yaml'}:{line}"
    assert caught.value.hint == "see adapters/adapter.schema.json"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (SMALLEST + "about: again\n", 8, r"the key about stands twice \(line 2\)"),
        (SMALLEST + "    about: again\n", 8, r"the key about stands twice \(line 7\)"),
        (SMALLEST.replace("C\n", "&c C\n"), 3, "anchors and aliases"),
        (SMALLEST.replace("./driver", "*c"), 4, "anchors and aliases"),
        (SMALLEST.replace("./driver", "!!python/name:os.system x"), 4, "the tag .* is not allowed"),
        (SMALLEST + "---\nadapter: other\n", 8, "a second document"),
        (SMALLEST.replace("  std:", "  [std]:"), 6, "a key must be a word"),
        (SMALLEST + "\tunits: utf-16\n", 8, "not YAML"),
        ("- adapter\n", 1, "the file is not a mapping"),
        ("", 1, "the file is not a mapping"),
        ("a: " + "[" * 20 + "]" * 20, 1, "nested deeper than 16"),
    ],
)
def test_yaml_that_could_be_misread_is_refused_at_its_line(
    text: str, line: int, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=problem) as caught:
        load(tmp_path, text)
    assert caught.value.place == f"{tmp_path / 'adapter.yaml'}:{line}"
    assert caught.value.hint


def test_a_word_is_never_a_number_or_a_truth_value(tmp_path: Path) -> None:
    text = SMALLEST.replace("language: C", "language: NO").replace("My library.", "12:30")
    item = load(tmp_path, text)
    assert (item.language, item.about) == ("NO", "12:30")


def test_a_file_that_is_not_utf_8_is_refused_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "adapter.yaml").write_bytes(b"adapter: mine\nabout: caf\xe9\n")
    with pytest.raises(ManifestError, match="not UTF-8: save it as UTF-8") as caught:
        manifest.load(tmp_path)
    assert caught.value.place.endswith("adapter.yaml:2")


@pytest.mark.parametrize("name", ["mine", "my-codec", "My_2-codec-3"])
def test_a_name_may_hold_single_hyphens(tmp_path: Path, name: str) -> None:
    item = load(tmp_path, SMALLEST.replace("adapter: mine", f"adapter: {name}"))
    assert item.name == name
    assert item.id_of(item.codecs["std"]) == f"{name}/std"


def test_a_folder_without_a_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="No such file") as caught:
        manifest.load(tmp_path)
    assert caught.value.place == str(tmp_path / "adapter.yaml")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (SMALLEST.replace("run: ./driver\n", ""), 5, "std: nothing to run"),
        (
            FUNCTIONS.replace("codecs:", "run: ./driver\ncodecs:"),
            6,
            "std: both run and offers",
        ),
        (
            FUNCTIONS.replace('    function: "mine.codec:decode"\n', ""),
            5,
            "std: offers without a function",
        ),
        (FUNCTIONS.replace("8 strict,", "8 sternly,"), 5, "`decode UTF-8 sternly`.*'sternly'"),
        (FUNCTIONS.replace("decode UTF-8 strict", "decode"), 5, "offers: `decode`"),
        (FUNCTIONS.replace("decode UTF-8 strict", "decode UTF-7 strict"), 5, "'UTF-7'"),
        (FUNCTIONS.replace("decode UTF-8 strict", "decode - strict"), 5, "only detect and label"),
        (FUNCTIONS.replace("validate UTF-8 strict", "validate UTF-8 skip"), 9, "mode strict"),
        (FUNCTIONS.replace("decode UTF-8 strict", "hello 1"), 5, "offers: `hello 1`"),
        (SMALLEST + '    excludes: ["1F-00"]\n', 6, "excludes: 1F-00 runs backwards: write 00-1F"),
    ],
)
def test_a_contradictory_claim_is_refused_at_its_codec(
    text: str, line: int, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ManifestError, match=problem) as caught:
        load(tmp_path, text)
    assert caught.value.place == f"{tmp_path.resolve() / 'adapter.yaml'}:{line}"
    assert caught.value.hint


def test_build_without_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="build without run: add `run:`"):
        load(tmp_path, FUNCTIONS.replace("codecs:", "build: make\ncodecs:"))


def test_all_errors_about_a_manifest_end_with_status_3(tmp_path: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        load(tmp_path, "")
    assert caught.value.exit_code == 3
