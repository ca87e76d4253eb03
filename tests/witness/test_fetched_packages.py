"""The packages that a reader of a report fetches are those that the adapter was built with."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from xml.etree import ElementTree as ET

import pytest
import yaml

from utfproof import locations

OF_THE_PLATFORM = "java"
ADAPTERS = ("java", "js_npm", "python_packages")


def of_codecs(adapter: str) -> dict[str, str]:
    """Return what the witnesses of an adapter fetch, by codec."""
    folder = locations.adapters() / adapter
    words = yaml.safe_load((folder / "witness" / "witness.yaml").read_text("utf-8"))["words"]
    by_pattern = words.get("jars") or words["package"]
    codecs = yaml.safe_load((folder / "adapter.yaml").read_text("utf-8"))["codecs"]
    return {
        codec: next((text for key, text in by_pattern.items() if fnmatchcase(codec, key)), "")
        for codec in codecs
        if words.get("java", {}).get(codec) != OF_THE_PLATFORM
    }


def pinned(adapter: str) -> dict[str, str]:
    """Return the versions of the packages that an adapter was built with."""
    folder = locations.adapters() / adapter
    if adapter == "js_npm":
        found = json.loads((folder / "package.json").read_text("utf-8"))["dependencies"]
        return dict(found)
    if adapter == "python_packages":
        lines = (folder / "requirements.txt").read_text("utf-8").splitlines()
        return dict(line.split("==") for line in lines if "==" in line)
    maven = "{http://maven.apache.org/POM/4.0.0}"
    tree = ET.parse(folder / "pom.xml")  # noqa: S314  (a file of this repository)
    rows = [
        [found.findtext(f"{maven}{key}") or "" for key in ("groupId", "artifactId", "version")]
        for found in tree.iter(f"{maven}dependency")
    ]
    return {f"{group}:{artifact}": version for group, artifact, version in rows}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_each_codec_has_a_package_that_was_built_with(adapter: str) -> None:
    known = pinned(adapter)
    for codec, text in of_codecs(adapter).items():
        assert text, codec
        for one in text.split():
            found = re.fullmatch(r"(.+?)(?:==|@npm:.*@|[@:])([^@:]+)", one)
            assert found, (codec, one)
            assert found[2] in ("{version}", known[found[1]]), (codec, one)
