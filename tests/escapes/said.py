"""A run and a campaign in which words are said wherever a stranger has a say.

Both go the way of the real ones: events become a journal, which is read again; findings become
lines. What a journal refuses to hold cannot reach a report.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from divergence import found
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    FamilyFinished,
    RunFinished,
    RunStarted,
    ShardFinished,
    SmallestInput,
    TraitsFound,
    WorkerChecked,
)
from utfproof.engine.journal.journal import Journal
from utfproof.fuzz.campaign.statistics import Cells, CodecStatistics, WorkerStatistics
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.model.verdict import CodecVerdict, Verdict, WorkerFinding
from utfproof.report.campaign.campaign import StoredCampaign

from .words import Words

_OP = "decode UTF-8 strict"
_VALIDATE = "validate UTF-8 strict"


def events(words: Words) -> list[Event]:
    """Make a run of a codec that fails, a broken one and one that is not there."""
    text, name = words.text, words.name
    # Names are kept in their order, whatever stands behind these letters.
    own = name.replace("/", "")  # an adapter's name has no slash
    codec, broken, absent = f"a{own}/b{own}", f"b{own}/x", f"c{own}/x"
    cases, exact, no_slash = _cases(codec, words), True, text.replace("/", "")
    told: list[Event] = [
        _header(codec, broken, words),
        CodecStarted(
            codec, text, (f"a{name}",), {"signature": {"UTF-8": text}, text: [text, "b"]},
            (_OP, "decode UTF-8 replace", "label - -"), ("sweep UTF-8 strict",), len(cases),
            target=text, library=text, build=name, sources=name, product=name,
            contract=_contract(text), not_asked={text: text},
        ),
        *cases,
        ShardFinished(codec, name, "sweep UTF-8 strict", name, 1, 1, name, 0, Verdict.PASS,
                      text, text, text, worker=text),
        FamilyFinished(codec, f"families/{name}", _OP, 7, 1, 0.1, name, note=text),
        Diagnosed(codec, name, f"a{text}", "UTF-8", name, (name,), (name,), exact, 1, 2,
                  cases[0].case, _OP, text),
        SmallestInput(codec, "RFC3629-3-99", cases[0].case, _OP, text, text, text),
        TraitsFound(codec, {"UTF-8": {"replacement": text, "signature": text}}),
        FailuresKnown(codec, f"a{text}", (f"a{text}",), {_VALIDATE: [cases[1].case]}, "defect"),
        FailuresKnown(codec, f"b{text}", ("RFC 3629",), {f"a{text}": [f"x/{no_slash}"]},
                      "by-design"),
        ExpectationUnmet(codec, f"a{name}", text, text),
        CodecFinished(
            codec, CodecVerdict.FAIL, Counter(case.verdict.value for case in cases), 1, 2.5,
            worker=text,
        ),
        WorkerChecked(text, 2, 1, WorkerFinding.CONTRADICTED, text),
        CodecFinished(broken, CodecVerdict.BROKEN, {}, 0, 0.0, why=text, output=text),
        CodecFinished(absent, CodecVerdict.UNAVAILABLE, {}, 0, 0.0, why=text, needs=(text,)),
        RunFinished(1.0, {codec: "fail"}, 3),
    ]  # fmt: skip
    return told


def _header(codec: str, broken: str, words: Words) -> RunStarted:
    text, name = words.text, words.name
    return RunStarted(
        name, {"version": text, "digest": text, "cases": 9}, "vectors", name,
        {"machine": text, "system": text}, text, root="/top",
        places={codec: f"/top/a{text}:7", broken: f"/else/a{text}:8"},
    )  # fmt: skip


def _contract(text: str) -> dict[str, object]:
    entry = {"is": text, "name": text, "demands": text, "source": text}
    return {"domain": [entry], "deviations": [entry]}


def _cases(codec: str, words: Words) -> list[CaseFinished]:
    text, name = words.text, words.name
    # An input that is octets by chance would be shown in pieces.
    case = CaseFinished(
        codec, f"utf-8/ill-formed/a{name}", _OP, Verdict.FAIL, 3, text, f"x{text}", text, text,
        ("RFC3629-3-11", f"a{name}"), (f"a{name}", "Overlong"),
    )  # fmt: skip
    return [
        case,
        replace(case, op=_VALIDATE, case=f"utf-8/ill-formed/b{name}"),
        replace(case, case="utf-8/other/crash", verdict=Verdict.CRASH, clauses=(f"b{name}",)),
        replace(case, case="utf-8/other/late", verdict=Verdict.NOT_RUN),
        replace(case, case="utf-8/other/announced", verdict=Verdict.BY_DESIGN),
        replace(case, case="properties/round-trip/utf-8"),
    ]


def read(words: Words, folder: Path) -> list[Event]:
    """Write the run's journal into a new folder and read it again.

    Raises:
        JournalError: it is refused.
    """
    with Journal(folder) as written:
        for event in events(words):
            written.write(event)
    return list(journal.read(folder))


def campaign(words: Words) -> StoredCampaign:
    """Return a campaign with a finding of each state that says the words in every field.

    Raises:
        FindingsError: a finding is refused.
    """
    text = words.text
    first = replace(
        found.injected(text),
        codec=f"two/{text}",
        operation=_OP,
        input=f"x{text}",
        first="c0af",
        line="c0af",
        target=f"x{text.replace('/', '')}",
    )
    some = (
        first,
        _of_state(first, "encoder", FindingState.KNOWN, operation="encode UTF-16LE strict"),
        _of_state(first, "flaky", FindingState.FLAKY),
        _of_state(first, "fixed", FindingState.FIXED),
    )
    about = replace(
        found.STATISTICS, command=text, started=text, engine=text, utfproof=text,
        vectors={"version": text, "digest": text}, codecs={text: CodecStatistics()},
        workers={text: WorkerStatistics()}, cells=Cells(1, 2, (text,)),
    )  # fmt: skip
    read_again = findings.parse(findings.text(some), "findings.jsonl")
    return StoredCampaign(Path("run"), tuple(read_again.values()), about)


def _of_state(finding: Finding, name: str, state: FindingState, operation: str = _OP) -> Finding:
    return replace(
        finding, signature=f"{finding.signature} {name}", state=state, operation=operation
    )
