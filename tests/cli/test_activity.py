"""What a command is doing is told from the first second, on a terminal and into a pipe."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from utfproof.adapters import registry
from utfproof.adapters.launch import prepared
from utfproof.cli.shared import activity as telling
from utfproof.cli.shared import building
from utfproof.cli.shared.activity import Activity, Part, activity
from utfproof.errors import BuildError


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def doing(clock: Clock) -> Activity:
    return Activity(Console(file=io.StringIO(), width=80), clock)


def told(doing: Activity) -> str:
    file = doing.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def drawn(doing: Activity, width: int) -> list[str]:
    screen = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    doing.console = screen
    screen.print(doing.drawing())
    return [line.rstrip() for line in told(doing).splitlines()]


def test_a_line_says_how_long_what_goes_on_and_how_far_it_is(doing: Activity, clock: Clock) -> None:
    doing.say("reading the vectors")
    clock.now += 3
    assert doing.line() == "0:03 reading the vectors"
    doing.count("asking", "codecs", 4)
    doing.part("rust/std", Part("placements", 1, 4))
    assert doing.line() == "0:03 asking: 0 of 4 codecs; rust/std placements 25%"


def test_the_time_that_is_left_is_estimated_from_what_is_done(
    doing: Activity, clock: Clock
) -> None:
    clock.now += 1000  # what went before is no measure
    doing.count("asking", "codecs", 4)
    doing.part("rust/std", Part("", 1, 2))
    clock.now += 4
    assert "left" not in doing.line()
    clock.now += 16
    doing.advance()
    doing.part("go/utf8", Part("", 1, 2))
    assert ": 1 of 4 codecs, about 20 s left; " in doing.line()  # 2 of 4 took 20 s
    clock.now += 160
    assert "about 3 min left" in doing.line()


def test_of_many_things_that_nobody_has_timed_some_are_done_before_an_estimate(
    doing: Activity, clock: Clock
) -> None:
    doing.count("asking", "codecs", 300)
    clock.now += 600
    doing.advance(29)
    assert "left" not in doing.line()
    doing.advance(1)
    assert "about 1 h 30 min left" in doing.line()
    doing.count("asking", "codecs", 300, {"rust/std": 5.0, "go/utf8": 5.0})
    clock.now += 600
    doing.end_part("rust/std")
    assert "about 10 min left" in doing.line()


@pytest.mark.parametrize("width", [80, 100, 160])
def test_a_live_line_is_never_wider_than_the_screen(
    doing: Activity, clock: Clock, width: int
) -> None:
    doing.count("building", "adapters", 10)
    for number in range(10):
        doing.part(f"an-adapter-with-a-long-name-{number}", Part("x" * 90, 1, 2))
    clock.now += 8000
    head, *rest = drawn(doing, width)
    assert "2:13:20 building" in head
    assert "0 of 10 adapters" in head
    assert len(rest) == 9
    assert rest[-1].strip() == "… and 2 more"
    assert max(map(len, [head, *rest])) <= width


def test_without_a_terminal_a_long_command_tells_a_line_after_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Taken out of a capture while the other thread writes, a line can be lost.
    err = io.StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(telling, "FIRST_SECONDS", 0.25)
    with activity() as doing:
        doing.say("reading the vectors")
        while "\n" not in err.getvalue():
            time.sleep(0.01)
    assert err.getvalue().splitlines()[0] == "utfproof: 0:00 reading the vectors"


def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not Activity(Console(force_terminal=True)).is_live


def test_quiet_prints_no_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(telling, "FIRST_SECONDS", 0.0)
    with activity(quiet=True) as doing:
        doing.tell()
    assert capsys.readouterr() == ("", "")


def made(folder: Path, name: str, step: str) -> str:
    """Make an adapter that is built by one shell command."""
    own = folder / name
    own.mkdir()
    lines = [
        f"adapter: {name}",
        "about: x",
        "language: C",
        f"build: {step}",
        "run: sh run.sh",
        "codecs: {a: {about: x, profile: unicode}}",
        "",
    ]
    (own / "adapter.yaml").write_text("\n".join(lines), "utf-8")
    (own / "run.sh").write_text("", "utf-8")
    return str(own)


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_adapter_that_is_built_is_told_at_its_start(
    home: Path, doing: Activity, jobs: int
) -> None:
    targets = [made(home, "one", "true"), made(home, "two", "true"), made(home, "bad", "false")]
    chosen = registry.select(targets)
    building.build(chosen, jobs, doing)
    names = [line.rpartition("; ")[2] for line in told(doing).splitlines()]
    assert [name.split(", ")[-1] for name in names] == [item.manifest.name for item in chosen]
    assert "building: 0 of 3 adapters" in told(doing)
    assert (doing.done, doing.parts) == (3, {})
    again = Activity(Console(file=io.StringIO()))
    building.build([item for item in chosen if item.manifest.name != "bad"], jobs, again)
    assert told(again) == ""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("unconfined")
def test_a_build_that_fails_is_tried_once_in_a_run(home: Path, doing: Activity, jobs: int) -> None:
    tries = home / "tries"
    step = f"sh -c 'echo tried | tee -a {tries}; exit 3'"
    chosen = registry.select([made(home, "bad", step), made(home, "good", "true")])
    bad, good = building.build(chosen, jobs, doing)
    for _ in range(2):
        with pytest.raises(BuildError, match="the build failed") as caught:
            prepared(bad.manifest)
        assert caught.value.output == "tried\n"
        assert caught.value.place == bad.manifest.place
    assert tries.read_text() == "tried\n"
    assert good == chosen[1]
    prepared(good.manifest).close()
