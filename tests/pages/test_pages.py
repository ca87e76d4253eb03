"""The pages for people: their links, commands and numbers are those of the program."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from utfproof import cli, mutants
from utfproof.adapters import registry
from utfproof.model.level import LEVELS
from utfproof.model.verdict import Verdict
from utfproof.proof.power.vector_code import scores
from utfproof.vectors import loader

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "adapters/README.md",
        ROOT / "adapters/PROTOCOL.md",
        ROOT / "reports/README.md",
    ]
)
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"(?:^ {4,}(?:\$ )?|`)(utfproof [a-z][^`\n]*)", re.MULTILINE)
MAKE = re.compile(r"(?:^ {4,}|`)make ([a-z-]+)", re.MULTILINE)


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def anchors(page: Path) -> set[str]:
    """The anchors of a page, made of its headings as Markdown renderers make them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(page.read_text("utf-8"))
    }


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_files_and_headings_that_exist(name: str) -> None:
    page = ROOT / name
    wrong = []
    for target in LINK.findall(text(name)):
        if target.startswith(("http:", "https:")):
            continue
        path, _, anchor = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        if not goal.exists() or (anchor and anchor not in anchors(goal)):
            wrong.append(target)
    assert not wrong


def _unknown(words: list[str]) -> Iterator[str]:
    """The words of a command line that the program does not know: subcommands and options."""
    command: click.Command = cli.utfproof
    context = click.Context(command)
    rest = words[1:]
    while isinstance(command, click.Group) and rest:
        found = command.get_command(context, rest[0])
        if found is None:
            if not isinstance(command, type(cli.utfproof)):
                break  # `report RUN` takes a folder where others take a subcommand
            yield rest[0]
            return
        command, rest = found, rest[1:]
    known = {option for param in command.params for option in param.opts}
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            known |= {option for param in (inner.params if inner else []) for option in param.opts}
    for word in rest:
        if word.startswith("--") and word.partition("=")[0] not in {*known, "--help"}:
            yield word


@pytest.mark.parametrize("name", NAMES)
def test_commands_and_their_options_exist(name: str) -> None:
    wrong = []
    for line in COMMAND.findall(text(name)):
        words = shlex.split(line.partition(" # ")[0], comments=True, posix=True)
        wrong += [(line, word) for word in _unknown(words)]
    assert not wrong


@pytest.mark.parametrize("name", NAMES)
def test_targets_of_make_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    assert set(MAKE.findall(text(name))) <= targets


def numbers(pattern: str) -> set[int]:
    """All numbers that any page states in such words."""
    return {
        int(found.replace(",", ""))
        for name in NAMES
        if name != "CHANGELOG.md"  # states what was true of each version
        for found in re.findall(pattern, text(name))
    }


def test_the_number_of_cases_is_that_of_the_vectors() -> None:
    assert numbers(r"([\d,]+)(?: reviewed)? cases[ ,]+(?:in YAML|each with its clause)") == {
        len(loader.load().cases)
    }


def test_the_numbers_of_codecs_and_libraries_are_those_of_the_adapters() -> None:
    manifests = [chosen.manifest for chosen in registry.select([])]
    codecs = [(one, codec) for one in manifests for codec in one.codecs.values()]
    libraries = {codec.library for _, codec in codecs}
    assert numbers(r"([\d,]+) codecs of [\d,]+ libraries") == {len(codecs)}
    assert numbers(r"[\d,]+ codecs of ([\d,]+) libraries") == {len(libraries)}


def test_the_number_of_named_faults_is_that_of_the_catalogue() -> None:
    assert numbers(r"([\d,]+) codecs with one named fault") == {len(mutants.catalogue())}


def test_the_numbers_of_faulty_automata_are_those_of_the_recorded_measurement() -> None:
    measured = json.loads((ROOT / "vectors/power.json").read_text("utf-8"))
    machines, attributed = measured["machines"], measured["attribution"]["machines"]
    assert numbers(r"([\d,]+) automata with one wrong") == {machines["total"]}
    assert numbers(r"([\d,]+) faulty machines whose changed") == {attributed["faults"]}


@pytest.mark.slow
def test_the_numbers_of_faults_of_vector_code_are_those_that_power_runs() -> None:
    def count(*, full: bool) -> int:
        return sum(1 for name in scores.SPECIMENS for _ in scores.faults(name, full=full))

    assert numbers(r"([\d,]+) faults of vector code") == {count(full=True), count(full=False)}


def test_the_number_of_strings_of_up_to_four_octets_is_right() -> None:
    assert numbers(r"every string of up to four octets \(([\d,]+)\)") == {
        sum(256**length for length in range(5))
    }


def test_the_table_of_verdicts_has_every_verdict_of_a_case() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+)` \| ", text("docs/verdicts.md"), re.MULTILINE))
    assert rows == {verdict.value for verdict in Verdict} - {Verdict.BROKEN.value}


def test_the_table_of_levels_has_every_level() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ", text("docs/proof.md"), re.MULTILINE)
    assert rows == list(LEVELS)


def terms() -> list[str]:
    return re.findall(r"^### (.+)$", text("docs/glossary.md"), re.MULTILINE)


def test_the_glossary_has_at_most_sixty_terms_in_order() -> None:
    assert len(terms()) <= 60
    assert terms() == sorted(set(terms()))


def test_every_term_of_the_glossary_is_linked_from_a_page() -> None:
    linked = {
        target.partition("#")[2]
        for name in NAMES
        for target in LINK.findall(text(name))
        if "glossary.md#" in target
    }
    assert {term.replace(" ", "-") for term in terms()} == linked


def test_the_modules_that_pages_name_exist() -> None:
    package = ROOT / "harness/utfproof"
    named = {
        (name, path)
        for name in ("ARCHITECTURE.md", "CONTRIBUTING.md")
        for path in re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+)(?:\.[a-z_]+)?`", text(name))
        if (package / path.partition("/")[0]).is_dir()
    }
    missing = {
        (name, path)
        for name, path in named
        if not (package / path).is_dir()
        and not (package / f"{path}.py").is_file()
        and not list(ROOT.glob(f"{path}.*"))
    }
    assert named
    assert not missing
