"""Reports for the maintainers of libraries, in Markdown: one for each fault that a run recognised.

Faults that the list of known failures describes as one share a report. Each has a program in the
library's language with nothing of utfproof in it, where the codec has a witness. A codec whose
failures no known fault explains has one report for each rule that is broken. What the list calls
documented, or mended in a later version, is named at the end and not reported.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from utfproof.adapters import registry
from utfproof.engine.journal.events import CaseFinished, FailuresKnown
from utfproof.errors import UtfproofError
from utfproof.expectations.document import NOT_EXPLAINED
from utfproof.model.codec_id import CodecId
from utfproof.model.operation import Offer, Op
from utfproof.report.ci.faults import CodecFault, faults
from utfproof.report.run.summary import CodecSummary, Summary
from utfproof.report.text import code_span, escaped, visible
from utfproof.vectors.suite import Suite
from utfproof.witness import source_text, witness_file

_FENCE = "````"
_SHOWN_INPUT = 400
_VERSION = "{version}"
"""In a witness's `shown`: the version of the library, as the adapter told it."""
_MEMCHECK = "valgrind -q"
_NOT_REPORTED = {"by-design": "documented", "fixed-upstream": "mended in a later version"}
"""Kinds of listed failures that no maintainer needs to be told of, in words."""


def render(summary: Summary, suite: Suite) -> str:
    """Render the reports of all codecs of a run, one after the other."""
    every = faults(summary)
    due = [one for one in every if not _left_out(one.codec.known_cases, one.case)]
    found = [line for alike in _by_title(due) for line in _of_faults(alike, suite)]
    explained = {one.codec.codec for one in every}
    for name, item in sorted(summary.codecs.items()):
        if name not in explained:
            found += list(_unexplained(item, suite))
    found += list(_not_reported(summary.codecs.values()))
    return "\n".join(found) + "\n" if found else "No codec fails.\n"


def _left_out(known: Mapping[tuple[str, str], FailuresKnown], case: CaseFinished) -> bool:
    listed = known.get((case.op, case.case))
    return listed is not None and listed.kind in _NOT_REPORTED


def _not_reported(items: Iterable[CodecSummary]) -> Iterator[str]:
    """Name the listed failures that have no report, with the reason for it."""
    entries = [
        f"* {escaped(item.codec)}, {_NOT_REPORTED[listed.kind]}: {escaped(listed.reason)}"
        for item in sorted(items, key=lambda item: item.codec)
        for listed in item.known
        if listed.kind in _NOT_REPORTED
    ]
    if entries:
        yield from ("# Not reported", "", *entries, "")


def _by_title(found: Iterable[CodecFault]) -> Iterable[list[CodecFault]]:
    """Put the faults of a codec together that the list of known failures gives one title."""
    alike: dict[tuple[str, str], list[CodecFault]] = {}
    for one in found:
        # People's words beat the program's: the list's reason was read by its maintainer.
        title = _listed_title(one.codec, one.case) or one.about.rstrip(".")
        alike.setdefault((one.codec.codec, title), []).append(one)
    return alike.values()


def _of_faults(alike: Sequence[CodecFault], suite: Suite) -> Iterator[str]:
    one = min(alike, key=lambda fault: (len(fault.case.input), fault.case.input))
    others = [fault.case for fault in alike if fault is not one]
    title = _listed_title(one.codec, one.case) or one.about.rstrip(".")
    charged = one.codec.charges.get((one.case.op, one.case.case), "")
    yield from _report(one.codec, title, one.case, charged, suite, others)
    # A refusal at another place lets nothing through, which is what the weaknesses are about.
    passing = [fault.found for fault in alike if not _refuses_elsewhere(fault.case)]
    weaknesses = list(dict.fromkeys(name for found in passing for name in found.cwe))
    if weaknesses:
        elsewhere = list(dict.fromkeys(name for found in passing for name in found.cve))
        seen = f"; other programs had it as {', '.join(elsewhere)}" if elsewhere else ""
        yield escaped(f"Weakness: {', '.join(weaknesses)}{seen}.")
        yield ""


def _refuses_elsewhere(case: CaseFinished) -> bool:
    return case.expected.startswith("error ") and case.actual.startswith("error ")


def _unexplained(item: CodecSummary, suite: Suite) -> Iterator[str]:
    """Report the smallest failing input of each rule that a codec breaks."""
    smallest: dict[str, CaseFinished] = {}
    known = item.known_cases
    for case in item.failures:
        if _left_out(known, case):
            continue
        rule = item.charges.get((case.op, case.case), "")
        if rule not in smallest or len(case.input) < len(smallest[rule].input):
            smallest[rule] = case
    for rule, case in sorted(smallest.items()):
        yield from _report(item, _titled(item, case, rule, suite), case, rule, suite)


def _titled(item: CodecSummary, case: CaseFinished, rule: str, suite: Suite) -> str:
    """Return a title for a failure: the list tells the behaviour, a rule only the demand."""
    if rule not in suite.requirements:
        return _listed_title(item, case) or case.case
    found = suite.requirements[rule]
    broken = f"{found.document}, section {found.section}, is not met: {found.states.rstrip('.')}"
    return _listed_title(item, case) or broken


def _listed_title(item: CodecSummary, case: CaseFinished) -> str:
    """Return the first sentence of the reason that people gave a failure; "" where nobody did."""
    listed = item.known_cases.get((case.op, case.case))
    if listed is None or listed.reason.startswith(NOT_EXPLAINED):
        return ""
    return re.split(r"[.;:](?: |$)", listed.reason, maxsplit=1)[0]


def _report(  # noqa: PLR0913, PLR0917  (each is a part of the report)
    item: CodecSummary,
    about: str,
    case: CaseFinished,
    rule: str,
    suite: Suite,
    others: Sequence[CaseFinished] = (),
) -> Iterator[str]:
    library = item.library or item.codec
    own = CodecId.parse(item.codec)
    # Who reads it should know that QEMU may be at fault.
    codec = f"{own.codec} on {own.cpu}, emulated by QEMU" if own.cpu else own.codec
    yield f"# {escaped(f'{library} {item.version}, {codec}: {about}')}"
    yield ""
    yield from _reason(item, case)
    yield from _program(item, case)
    yield "| | |"
    yield "|---|---|"
    yield f"| input | {code_span(case.input, _SHOWN_INPUT)}, {escaped(case.op)} |"
    yield f"| observed | {_said(case.op, case.actual)} |"
    yield f"| expected | {_said(case.op, case.expected)} |"
    for other in others:
        same = f"{code_span(other.input, _SHOWN_INPUT)}, {escaped(other.op)}"
        yield f"| also | {same}: {_said(other.op, other.actual)} |"
    yield f"| version | {escaped(library)} {escaped(item.version)} |"
    yield ""
    if rule in suite.requirements:
        found = suite.requirements[rule]
        title = suite.documents[found.document].title if found.document in suite.documents else ""
        place = f"{title or found.document}, section {found.section}"
        yield f"{escaped(place)}: {escaped(found.states)}"
        yield ""
    yield from _promises(item)
    yield from _threads(item, case)
    yield f"Found with utfproof, case {code_span(case.case)}."
    yield ""


def _said(op: str, answer: str) -> str:
    """Return an answer in words; one that has more than a text or a place as it was given."""
    if found := re.fullmatch(r"error (\d+|\?) (?:\d+|\?)", answer):
        return "an error" if found[1] == "?" else f"an error at {found[1]}"
    if found := re.fullmatch(r"overrun (\w+) (\d+) (past the end|before the beginning)", answer):
        octets = "1 octet" if found[2] == "1" else f"{found[2]} octets"
        return f"a {found[1]} of {octets} {found[3]} of what it was given"
    kind, *fields = answer.split() or [""]
    asked = Offer.parse(op).op
    if asked.sizes and (found := re.fullmatch(r"ok (\d+) (\d+)", answer)):
        return _sizes(asked, int(found[1]), int(found[2]))
    # With a limited room the first field is no text: it says how much was taken.
    if kind != "ok" or asked.tells_taken or not all(map(_FIELD.fullmatch, fields)):
        return code_span(answer, _SHOWN_INPUT)
    if asked.encodes:
        return f"`{''.join(fields).upper()}`, no error" if fields else "no octets, and no error"
    if fields:
        return f"{' '.join(map(_point, fields))}, no error"
    return "no error" if asked is Op.VALIDATE else "no characters, and no error"


def _sizes(asked: Op, predicted: int, written: int) -> str:
    unit = "octet" if asked.encodes else "unit"
    units = unit if predicted == 1 else f"{unit}s"
    return f"a size of {predicted} {units} is predicted, and {written} are written"


_FIELD = re.compile(r"[0-9a-f]+|fffd\{1,(\d+)\}")
"""A code point, octets, or as many U+FFFD as an ill-formed stretch may have."""


def _point(field: str) -> str:
    found = _FIELD.fullmatch(field)
    if found and found[1]:
        return "U+FFFD" if found[1] == "1" else f"U+FFFD (1 to {found[1]} times)"
    return f"U+{field.upper():0>4}"


def _reason(item: CodecSummary, case: CaseFinished) -> Iterator[str]:
    """Describe the behaviour, as the list of known failures has it."""
    listed = item.known_cases.get((case.op, case.case))
    if listed is not None:
        yield escaped(listed.reason)
        yield ""


def _program(item: CodecSummary, case: CaseFinished) -> Iterator[str]:
    """Show the witness with the input of the case, and how it is run."""
    own = CodecId.parse(item.codec)
    if own.cpu:  # a witness is of this machine's own processor
        return
    try:
        # The manifest is read anew: the journal knows the codec's name, not its witness.
        [chosen] = registry.select([item.target or own.adapter])
        witnesses = witness_file.load(chosen.manifest)
        # A validator may be spoken for by the witness of its decoder.
        offer = Offer.parse(case.op)
        spoken_for = witnesses.spoken_for(own.codec, offer)
        program = witnesses.program(own.codec, spoken_for)
        if program is None or offer.op is Op.SWEEP:
            return
        text = source_text.filled(program, source_text.inputs_of(offer, spoken_for, case.input))
    # Without its folder, which may have no possible name, or with an account of several inputs.
    except (UtfproofError, ValueError, OSError):
        return
    # `shown` is the command for people, where build and run are made for this program.
    parts = (program.shown,) if program.shown else (program.build, program.run)
    commands = [source_text.command(program, part) for part in parts if part]
    # The adapter says the version, and a reader types the command.
    run = " && ".join(commands).replace(_VERSION, shlex.quote(item.version))
    if case.actual.startswith("overrun "):  # a program goes on as if nothing had happened
        run = re.sub(r"\./witness\b", f"{_MEMCHECK} ./witness", run)
    yield f"`{program.file}`, run by `{visible(run)}`:"
    yield ""
    # Four backticks: a program may hold three.
    yield f"{_FENCE}{PurePath(program.file).suffix.removeprefix('.')}"
    yield visible(text.rstrip())
    yield _FENCE
    yield ""


def _promises(item: CodecSummary) -> Iterator[str]:
    """Name the clause, and the codec's documentation about it."""
    if item.profile:
        yield f"Judged by: {escaped(', '.join(item.profile))}."
        yield ""
    parts = (part for key in ("domain", "deviations") for part in _entries(item, key))
    yield from _links(f"{name}: {source}" for name, source in parts)


def _entries(item: CodecSummary, key: str) -> Iterator[tuple[str, str]]:
    """Yield the demands and announcements of a contract, with their sources."""
    entries = item.contract.get(key, ())
    for entry in entries if isinstance(entries, list | tuple) else ():
        if isinstance(entry, Mapping):
            name = entry.get("demands") or entry.get("is") or entry.get("name") or key
            yield str(name), str(entry.get("source", ""))


def _threads(item: CodecSummary, case: CaseFinished) -> Iterator[str]:
    """Name the references under which the failure is listed: documents, and earlier threads."""
    listed = item.known_cases.get((case.op, case.case))
    if listed is not None and listed.reference:
        yield "See also:"
        yield ""
        yield from _links(listed.reference)


def _links(references: Iterable[str]) -> Iterator[str]:
    found = [f"* {_linked(reference)}" for reference in references]
    yield from found
    if found:
        yield ""


def _linked(reference: str) -> str:
    """Return a reference with its address, if it begins with one, as a link: `#` stays readable."""
    address, _, rest = reference.partition(" ")
    if re.fullmatch(r"https?://[!-;=?-~]+", address):
        return f"<{address}> {escaped(rest)}".rstrip()
    return escaped(reference)
