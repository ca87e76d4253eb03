"""The statement of a certificate: in-toto Statement v1 with the test-result predicate.

There is one for a run, covering its codecs: one signature, one journal, and a verdict for each
codec. All of it but the issue (who, when, which number) and the score follows from the journal.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from utfproof import digests
from utfproof.certificate import evidence
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.untrusted_json import Json
from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import CodecVerdict
from utfproof.report.run import contracts
from utfproof.report.run.summary import CodecSummary
from utfproof.vectors.suite import Suite

FORM = 1
TYPE = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
OWN = "utfproof_certificate"
"""The extension field of the predicate that holds all that is utfproof's own."""

CONFORMANT, NOT_CONFORMANT, NOTHING = "conformant", "not conformant", "nothing assessed"
_WORDS = {CodecVerdict.PASS: CONFORMANT, CodecVerdict.FAIL: NOT_CONFORMANT}

RULE = (
    "A codec is conformant when no case of its scope that was executed shows it to break a MUST of"
    " the documents or a promise of its profile. One failed MUST in scope makes it not conformant."
    " Known failures are listed and do not change that."
)
OBJECT = (
    "The object tested is the adapter build whose digests are given. That this build calls the"
    " library named, in the version named, is the issuer's statement."
)
_ASSUMES = {
    "vectors": (
        "Nothing is claimed of input that was not asked: the written cases and the relations"
        " between the codec's own answers."
    ),
    "complete": (
        "Where the family states was executed, a machine with at most as many states as its"
        " encoding needs{extra} cannot have a wrong transition. Faults of position, length and"
        " history are sampled by the families listed, not excluded."
    ),
    "exhaustive": (
        "Where the family sweep was executed, each string of the lengths that it names was asked."
        " Of longer input: where the family states was executed, a machine with at most as many"
        " states as its encoding needs{extra} cannot have a wrong transition; faults of position,"
        " length and history are sampled by the families listed, not excluded."
    ),
}


@dataclass(frozen=True, slots=True)
class IssueDetails:
    """Who issues a certificate, when, under which number; `url` is where the run can be seen.

    `files` are the digests of other files in the run's folder, by name. `authority` is the address
    of whom the time of the signature is stamped by; "" for nobody.
    """

    issuer: str
    number: str
    issued: str
    url: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    authority: str = ""


def statement(run: CertifiedRun, suite: Suite, issue: IssueDetails, score: Json) -> Json:
    """Return the statement of a run; `score` is the recorded strength of the suite."""
    codecs = [_codec(run, item, suite) for _, item in sorted(run.summary.codecs.items())]
    predicate: Json = {"result": _result(codecs), "configuration": _configuration(run)}
    if issue.url:
        predicate["url"] = issue.url
    return {
        "_type": TYPE,
        "subject": list(_subjects(run)),
        "predicateType": PREDICATE,
        "predicate": {**predicate, **_tests(codecs), OWN: _own(run, suite, issue, score, codecs)},
    }


def _own(
    run: CertifiedRun, suite: Suite, issue: IssueDetails, score: Json, codecs: list[Json]
) -> Json:
    header = run.header
    return {
        "form": FORM,
        "number": issue.number,
        "issuer": issue.issuer,
        "issued": issue.issued,
        "run": {
            "started": header.started,
            "seconds": round(run.summary.footer.seconds) if run.summary.footer else 0,
            "command": header.command,
            "level": header.level,
            "extra_states": extra_states(run),
            "only_encodings": asked(run, "encoding"),
            "only_operations": asked(run, "op"),
            "environment": dict(header.environment),
            "harness": {"version": header.utfproof, "dirHash": header.harness},
            "vectors": {
                "version": str(header.vectors.get("version", "")),
                "sha256": str(header.vectors.get("digest", "")),
                "dirHash": header.files,
                "cases": len(suite.cases),
                "requirements": len(suite.requirements),
            },
            "expectations": dict(header.expectations),
            "journal": {"name": run.journal, "sha256": run.sha256, "octets": run.octets},
            **({"files": dict(issue.files)} if issue.files else {}),
        },
        "score": score,
        "rule": RULE,
        "object": OBJECT,
        "assumes": _ASSUMES[header.level].format(
            extra=f" and {extra_states(run)} more" if extra_states(run) else ""
        ),
        "codecs": codecs,
    }


def extra_states(run: CertifiedRun) -> int:
    """Return how many states more a faulty machine might have had, at this level."""
    extra = run.header.asks.get("extra-states")
    return extra if isinstance(extra, int) else 0


def asked(run: CertifiedRun, name: str) -> list[str]:
    """Return the words of an option of the run; none where it was not given."""
    found = run.header.asks.get(name)
    return [str(item) for item in found] if isinstance(found, list | tuple) else []


def _codec(run: CertifiedRun, item: CodecSummary, suite: Suite) -> Json:
    started = run.started.get(item.codec)
    assessed = evidence.requirements(run.trace.codecs.get(item.codec, ()), suite)
    assessed = assessed if item.verdict in _WORDS else []
    return {
        "codec": item.codec,
        **({"cpu": cpu} if (cpu := CodecId.parse(item.codec).cpu) else {}),
        "verdict": _WORDS.get(item.verdict, NOTHING),
        "why": item.why,
        "library": item.library,
        "version": item.version,
        "profile": list(item.profile),
        "options": dict(item.options),
        **_contract(item),
        "target": item.target,
        "sources_dirHash": started.sources if started else "",
        "product_dirHash": started.product if started else "",
        "scope": list(item.scope),
        "not_assessed": list(item.not_assessed),
        "counts": {verdict.value: count for verdict, count in item.counts.items()},
        "asked": item.asked,
        "requirements": assessed,
        "requirements_not_assessed": evidence.not_assessed(assessed, suite),
        "families": evidence.families(item),
        "deviations": evidence.deviations(item),
        "failures": evidence.failures(item),
        "known_failures": evidence.known(item),
    }


def _contract(item: CodecSummary) -> Json:
    """State the contract that the verdict is within, and how much was not asked for its sake."""
    if not item.contract:
        return {}
    return {
        "contract": dict(item.contract),
        "outside": item.outside,
        "within": contracts.sentence(item),
    }


def _result(codecs: list[Json]) -> str:
    if any(codec["verdict"] == NOT_CONFORMANT for codec in codecs):
        return "FAILED"
    # The predicate has three results: PASSED, WARNED and FAILED (in-toto test-result v0.1).
    plain = all(codec["verdict"] == CONFORMANT and not codec["deviations"] for codec in codecs)
    return "PASSED" if plain else "WARNED"


def _tests(codecs: list[Json]) -> Json:
    """Name the requirements of each codec as tests."""
    found: Json = {"passedTests": [], "warnedTests": [], "failedTests": []}
    for codec in codecs:
        for entry in codec["requirements"]:
            met = "warnedTests" if evidence.deviates(entry) else "passedTests"
            kind = "failedTests" if entry["state"] == evidence.NOT_MET else met
            found[kind].append(f"{codec['codec']} {entry['id']}")
    return found


def _subjects(run: CertifiedRun) -> Iterator[Json]:
    """Yield the subjects: builds and sources of adapters, and libraries by their versions.

    A library is not at hand as a file: its digest is that of its name and version.
    """
    seen: set[str] = set()
    for name, started in sorted(run.started.items()):
        adapter = CodecId.parse(name).build
        library = f"{started.library} {started.version}"
        found = (
            (f"{adapter}: build product", {"dirHash": started.product}),
            (f"{adapter}: sources", {"dirHash": started.sources}),
            (f"{library}: name and version", {"sha256": digests.of_text(library)}),
        )
        for subject, digest in found:
            # A subject must have a digest (in-toto Statement v1); what was not built has none.
            if all(digest.values()) and subject not in seen:
                seen.add(subject)
                yield {"name": subject, "digest": digest}


def _configuration(run: CertifiedRun) -> list[Json]:
    header = run.header
    profiles = {name: list(item.profile) for name, item in sorted(run.started.items())}
    options = {"level": header.level, **header.asks, "profiles": profiles}
    vectors = {"sha256": str(header.vectors.get("digest", "")), "dirHash": header.files}
    return [
        {"name": "vectors", "digest": vectors},
        {"name": f"utfproof {header.utfproof}", "digest": {"dirHash": header.harness}},
        {"name": run.journal, "digest": {"sha256": run.sha256}},
        *(
            {"name": f"{adapter}: known failures", "digest": {"sha256": digest}}
            for adapter, digest in sorted(header.expectations.items())
        ),
        _content("options", options),
        _content("environment", dict(header.environment)),
    ]


def _content(name: str, value: object) -> Json:
    text = json.dumps(value, separators=(",", ":"), sort_keys=True).encode("ascii")
    content = base64.standard_b64encode(text).decode("ascii")
    return {"name": name, "content": content, "mediaType": "application/json"}
