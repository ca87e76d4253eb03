"""Reports for the maintainers of libraries, in Markdown: one for each fault that a run recognised.

Each has a program in the library's language with nothing of utfproof in it, where the codec has a
witness. A codec whose failures no known fault explains has one report for each rule that is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from utfproof.adapters import registry
from utfproof.engine.journal.events import CaseFinished
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


def render(summary: Summary, suite: Suite) -> str:
    """Render the reports of all codecs of a run, one after the other."""
    found = [line for one in faults(summary) for line in _of_fault(one, suite)]
    explained = {one.codec.codec for one in faults(summary)}
    for name, item in sorted(summary.codecs.items()):
        if name not in explained:
            found += list(_unexplained(item, suite))
    return "\n".join(found) + "\n" if found else "No codec fails.\n"


def _of_fault(one: CodecFault, suite: Suite) -> Iterator[str]:
    charged = one.codec.charges.get((one.case.op, one.case.case), "")
    # People's words beat the program's: the list's reason was read by its maintainer.
    title = _listed_title(one.codec, one.case) or one.about.rstrip(".")
    yield from _report(one.codec, title, one.case, charged, suite)
    if one.found.cwe:
        seen = f"; other programs had it as {', '.join(one.found.cve)}" if one.found.cve else ""
        yield f"Weakness: {', '.join(one.found.cwe)}{seen}."
        yield ""


def _unexplained(item: CodecSummary, suite: Suite) -> Iterator[str]:
    """Report the smallest failing input of each rule that a codec breaks."""
    smallest: dict[str, CaseFinished] = {}
    for case in item.failures:
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


def _report(
    item: CodecSummary, about: str, case: CaseFinished, rule: str, suite: Suite
) -> Iterator[str]:
    library = item.library or item.codec
    codec = CodecId.parse(item.codec).codec
    yield f"# {escaped(f'{library} {item.version}, {codec}: {about}')}"
    yield ""
    yield from _reason(item, case)
    yield from _program(item, case)
    yield "| | |"
    yield "|---|---|"
    yield f"| input | {code_span(case.input, _SHOWN_INPUT)}, {escaped(case.op)} |"
    yield f"| observed | {_said(case.op, case.actual)} |"
    yield f"| expected | {_said(case.op, case.expected)} |"
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
    yield f"Found with utfproof, case `{case.case}`."
    yield ""


def _said(op: str, answer: str) -> str:
    """Return an answer in words; one that has more than a text or a place as it was given."""
    kind, _, rest = answer.partition(" ")
    if kind == "ok" and re.fullmatch(r"[0-9a-f ]*", rest):
        if Offer.parse(op).op.encodes:
            return f"`{rest.upper()}`, no error" if rest else "no octets, and no error"
        points = " ".join(f"U+{point.upper():0>4}" for point in rest.split())
        if points:
            return f"{points}, no error"
        return "no error" if Offer.parse(op).op is Op.VALIDATE else "no characters, and no error"
    if found := re.fullmatch(r"error (\d+|\?) (?:\d+|\?)", answer):
        return "an error" if found[1] == "?" else f"an error at {found[1]}"
    return code_span(answer, _SHOWN_INPUT)


def _reason(item: CodecSummary, case: CaseFinished) -> Iterator[str]:
    """Describe the behaviour, as the list of known failures has it."""
    listed = item.known_cases.get((case.op, case.case))
    if listed is not None:
        yield escaped(listed.reason)
        yield ""


def _program(item: CodecSummary, case: CaseFinished) -> Iterator[str]:
    """Show the witness with the input of the case, and how it is run."""
    own = CodecId.parse(item.codec)
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
    except (UtfproofError, ValueError):  # without its folder, or with an account of several inputs
        return
    # `shown` is the command for people, where build and run are made for this program.
    parts = (program.shown,) if program.shown else (program.build, program.run)
    commands = (source_text.command(program, part) for part in parts if part)
    yield f"`{program.file}`, run by `{visible(' && '.join(commands))}`:"
    yield ""
    # Four backticks: a program may hold three.
    yield f"{_FENCE}{PurePath(program.file).suffix.removeprefix('.')}"
    yield visible(text.rstrip())
    yield _FENCE
    yield ""


def _promises(item: CodecSummary) -> Iterator[str]:
    """Name the clause, and the codec's documentation about it."""
    if item.profile:
        yield f"Judged by: {', '.join(item.profile)}."
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
