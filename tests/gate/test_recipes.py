"""The action and the GitLab example, run as far as a shell can."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from cli import adapters

ROOT = Path(__file__).parent.parent.parent
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
INPUT = re.compile(r"\$\{\{ inputs\.([a-z]+) \}\}")
QUICK = "--case=utf-8/ill-formed/overlong-two/*\n--jobs=1"

Node = dict[str, Any]


@pytest.fixture(scope="module")
def action() -> Node:
    return cast("Node", yaml.safe_load((ROOT / "action.yml").read_text("utf-8")))


@pytest.fixture(scope="module")
def gitlab() -> Node:
    return cast("Node", yaml.safe_load((ROOT / "examples/gitlab-ci.yml").read_text("utf-8")))


def quiet_environment(**more: str) -> dict[str, str]:
    """Return an environment that names no other CI."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GITHUB_", "CI_", "GITLAB_"))
    } | more


def install_link(program: Path) -> None:
    """Put the utfproof under test where a recipe has installed its own."""
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m utfproof "$@"\n', "utf-8")
    program.chmod(0o755)


@dataclass(slots=True)
class Job:
    """A runner with a checkout of a project, which runs steps as GitHub does."""

    folder: Path
    temp: Path
    outputs: dict[str, str] = field(default_factory=dict)
    log: str = ""

    def step(self, step: Node, inputs: dict[str, str]) -> int:
        """Run a step and read its outputs."""
        file = self.temp / "outputs"
        file.write_text("")
        assert step["shell"] == "bash"
        given = {name: expanded(str(text), inputs) for name, text in step["env"].items()}
        done = subprocess.run(
            [*BASH, "-c", step["run"]],
            cwd=self.folder,
            env=quiet_environment(
                GITHUB_ACTIONS="true",
                GITHUB_ACTION_PATH=str(ROOT),
                GITHUB_OUTPUT=str(file),
                GITHUB_STEP_SUMMARY=str(self.temp / "summary.md"),
                GITHUB_WORKSPACE=str(self.folder),
                RUNNER_TEMP=str(self.temp),
                UTFPROOF_CACHE=str(self.temp / "cache"),
                **given,
            ),
            capture_output=True,
            text=True,
            check=False,
        )
        self.log = done.stdout + done.stderr
        self.outputs = dict(line.split("=", 1) for line in file.read_text("utf-8").splitlines())
        return done.returncode


def expanded(text: str, inputs: dict[str, str]) -> str:
    """Put inputs in the place of their expressions, as they are."""
    return INPUT.sub(lambda found: inputs[found[1]], text)


@pytest.fixture
def job(tmp_path: Path, new_cache: Callable[[Path], str]) -> Job:
    folder, temp = tmp_path / "a project", tmp_path / "temp"
    (folder / ".git").mkdir(parents=True)
    install_link(temp / "utfproof-venv/bin/utfproof")
    new_cache(temp / "cache")
    return Job(folder, temp)


def inputs_of(action: Node, **given: str) -> dict[str, str]:
    usual = {name: str(about["default"]) for name, about in action["inputs"].items()}
    assert set(given) <= set(usual)
    return {**usual, "arguments": QUICK, **given}


def gate_of(action: Node) -> Node:
    step: Node = next(step for step in action["runs"]["steps"] if step.get("id") == "gate")
    return step


def test_the_action_uses_nobody_elses_and_puts_no_input_into_a_script(action: Node) -> None:
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert "uses" not in step
        assert "${{" not in step["run"]
        assert all(INPUT.fullmatch(text) for text in step["env"].values())
    used = {found for step in action["runs"]["steps"] for found in INPUT.findall(str(step["env"]))}
    assert used == set(action["inputs"])


def test_the_action_passes_with_all_outputs(action: Node, job: Job) -> None:
    target = adapters.put(job.folder, "reads_by_the_table")
    assert job.step(gate_of(action), inputs_of(action, target=target)) == 0, job.log
    assert job.outputs["status"] == "0"
    assert set(job.outputs) == set(action["outputs"])
    for name, about in action["outputs"].items():
        assert about["value"] == f"${{{{ steps.gate.outputs.{name} }}}}"
        assert name == "status" or Path(job.outputs[name]).exists()
    assert (job.temp / "summary.md").read_text("utf-8").startswith("<!-- utfproof gate -->\n")


def test_the_action_fails_with_annotations_and_outputs(action: Node, job: Job) -> None:
    right = adapters.put(job.folder, "reads_by_the_table")
    faulty = adapters.put(job.folder, "reads_overlong_forms")
    before = inputs_of(action, target=right)
    assert job.step(gate_of(action), before) == 0
    baseline = job.outputs["run"]
    both = inputs_of(action, target=f"{right}\n  {faulty}  \n\n", baseline=baseline)
    assert job.step(gate_of(action), both) == 1
    assert job.outputs["status"] == "1"
    assert "\n::error file=reads_overlong_forms/adapter.yaml,line=6,title=" in job.log
    results = json.loads(Path(job.outputs["sarif"]).read_text("utf-8"))["runs"][0]["results"]
    assert "RFC3629-3-11" in {result["ruleId"] for result in results}
    assert "### Since the baseline" in Path(job.outputs["comment"]).read_text("utf-8")


@pytest.mark.slow
def test_a_baseline_that_is_not_there_yet_is_left_out(action: Node, job: Job) -> None:
    target = adapters.put(job.folder, "reads_by_the_table")
    assert job.step(gate_of(action), inputs_of(action, target=target, baseline="cache/run")) == 0


@pytest.mark.slow
def test_a_gate_that_did_not_start_has_its_status_as_output(action: Node, job: Job) -> None:
    assert job.step(gate_of(action), inputs_of(action, target="./nothing")) == 2
    assert set(job.outputs) == {"status", "run"}
    assert "\n::error title=utfproof::" in job.log


OTHER_INPUTS = ("level", "expect", "baseline", "shard", "arguments")


@pytest.mark.parametrize(
    "name", ["target", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHER_INPUTS)]
)
def test_an_input_is_never_run_by_the_shell(action: Node, job: Job, name: str) -> None:
    evil = "\"; touch owned; $(touch owned) `touch owned` ' #"
    given = {"target": "./nothing", name: evil}
    assert job.step(gate_of(action), inputs_of(action, **given)) == 2
    assert not list(job.folder.glob("owned*"))
    assert job.outputs["status"] == "2"


def test_a_target_is_never_taken_for_an_option(action: Node, job: Job) -> None:
    assert job.step(gate_of(action), inputs_of(action, target="--help")) == 2


def merged(gitlab: Node, name: str) -> Node:
    """Return a job with what it extends."""
    job = gitlab[name]
    return {**gitlab[job["extends"]], **job} if "extends" in job else job


def script(job: Node, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a job's script as a GitLab runner does."""
    return subprocess.run(
        [*BASH, "-c", "\n".join(job["script"])],
        cwd=folder,
        env=quiet_environment(
            GITLAB_CI="true", CI_PROJECT_DIR=str(folder), UTFPROOF_CACHE=str(folder), **more
        ),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_gitlab_job_leaves_the_reports_that_it_names(gitlab: Node, tmp_path: Path) -> None:
    install_link(tmp_path / ".utfproof/bin/utfproof")
    (tmp_path / ".git").mkdir()
    target = adapters.put(tmp_path, "has_a_right_and_a_wrong_codec", codecs=("lax", "table"))
    job = merged(gitlab, "utfproof")
    job["script"] = [
        line.replace("--level complete", QUICK.split("\n", 1)[0]) for line in job["script"]
    ]
    done = script(job, tmp_path, UTFPROOF_TARGET=target)
    assert done.returncode == 1, done.stderr
    assert "::error" not in done.stdout
    reports = job["artifacts"]["reports"]
    assert all((tmp_path / path).is_file() for path in reports.values())
    entries = json.loads((tmp_path / reports["codequality"]).read_text("utf-8"))
    assert {"path": "has_a_right_and_a_wrong_codec/adapter.yaml", "lines": {"begin": 6}} in [
        entry["location"] for entry in entries
    ]
    prints = [entry["fingerprint"] for entry in entries]
    assert len(set(prints)) == len(prints)


@pytest.mark.slow
def test_the_gitlab_shards_are_joined(gitlab: Node, tmp_path: Path) -> None:
    install_link(tmp_path / ".utfproof/bin/utfproof")
    part, whole = merged(gitlab, "utfproof-part"), merged(gitlab, "utfproof-whole")
    assert whole["needs"] == ["utfproof-part"]
    target = adapters.put(tmp_path, "has_a_right_and_a_wrong_codec", codecs=("lax", "table"))
    [line] = part["script"]
    part["script"] = [line.replace("gate", f"gate {target} {QUICK.splitlines()[0]}")]
    many = part["parallel"]
    for number in range(1, many + 1):
        done = script(part, tmp_path, CI_NODE_INDEX=str(number), CI_NODE_TOTAL=str(many))
        assert done.returncode in {0, *part["allow_failure"]["exit_codes"]}, done.stderr
    done = script(whole, tmp_path)
    assert done.returncode == 1, done.stderr
    assert (tmp_path / whole["artifacts"]["reports"]["junit"]).is_file()


@pytest.mark.slow
@pytest.mark.adapters
def test_the_recipes_install_what_they_run(action: Node, gitlab: Node, job: Job) -> None:
    shutil.rmtree(job.temp / "utfproof-venv")
    install = action["runs"]["steps"][0]
    status = job.step(install, inputs_of(action, python=sys.executable))
    if status and "Connection" in job.log:
        pytest.skip("pip reaches no index")
    assert status == 0, job.log
    target = adapters.put(job.folder, "reads_by_the_table")
    assert job.step(gate_of(action), inputs_of(action, target=target)) == 0, job.log
    first = {**merged(gitlab, "utfproof"), "script": gitlab[".utfproof"]["before_script"]}
    done = script(first, job.folder, UTFPROOF=str(ROOT))
    assert done.returncode == 0, done.stderr
    assert (job.folder / ".utfproof/bin/utfproof").is_file()
