"""The words for findings: classes of inputs, and behaviours of codecs."""

from __future__ import annotations

from utfproof.fuzz.targets import deviations
from utfproof.fuzz.triage.findings import Finding
from utfproof.report.text import one_line
from utfproof.vectors.suite import FlagNote, Suite

_FLAGS = {
    "overlong": "Overlong",
    "surrogate": "Surrogate",
    "lone high surrogate": "UnpairedSurrogate",
    "lone low surrogate": "UnpairedSurrogate",
    "surrogate pair": "SurrogatePair",
    "beyond Unicode": "BeyondUnicode",
    "five-octet form": "LongForm",
    "six-octet form": "LongForm",
    "FE or FF": "ForbiddenByte",
    "stray tail": "StrayTail",
    "cut by the end": "Truncated",
    "cut by another octet": "LoneLead",
    "part of a unit": "OddLength",
    "NUL": "NulByte",
    "signature": "Signature",
    "U+FEFF": "SignatureInside",
    "U+FFFD": "ReplacementCharacter",
    "noncharacter": "Noncharacter",
    "control": "Control",
    "ASCII": "Ascii",
}
"""The notes of the suite that speak of a class."""

_DOES = {
    deviations.ACCEPTS: "The codec lets through what is ill-formed, or reads it as a character.",
    deviations.REFUSES: "The codec takes for an error what is well-formed.",
    deviations.MISREADS: "The codec gives other code points than the octets stand for.",
    deviations.DROPS: "The codec loses a character.",
    deviations.ADDS: "The codec gives more than the input holds.",
    deviations.COUNTS: "The codec gives another number of U+FFFD than it promises.",
    deviations.OFFSET: "The codec says that the error is where it is not.",
    deviations.LENGTH: "The codec gives another length of the error than it promises.",
    deviations.DELIVERS: "What comes before the error is not what was there.",
    deviations.MOMENT: "The codec tells of the error too early or too late.",
    deviations.WRITES: "The encoder writes octets that stand for something else.",
    deviations.CRASHES: "The process dies of the input.",
    deviations.HANGS: "No answer comes within the deadline.",
    deviations.OVERRUNS: "The codec writes beyond the room that it was given.",
    deviations.SHORT: "The codec predicts less room for its output than it needs.",
    deviations.LARGE: "The codec predicts more than it writes, and promises the very size.",
    deviations.PAST: "The codec touches memory past the end of its input or output.",
    deviations.BEFORE: "The codec touches memory before the beginning of its input or output.",
    deviations.UNSTABLE: "The codec answers the same question in two ways.",
    deviations.IMPOSSIBLE: "The codec cannot take a text that its language can express.",
    deviations.SEES: "The detector names another encoding than the one that is signed.",
}


def does(did: str) -> str:
    """Return the behaviour of a codec as a sentence."""
    return _DOES.get(did, f"The codec {one_line(did)}.")


def note(finding: Finding, suite: Suite | None) -> FlagNote | None:
    """Return the suite's note on the class of a finding's input."""
    return suite.notes.get(_FLAGS.get(finding.kind, "")) if suite else None


def digits(finding: Finding) -> str:
    """Return a finding's input as people read it: hex pairs; for an encoder, code points."""
    try:
        if finding.operation.startswith("encode"):
            return " ".join(f"U+{int(field, 16):04X}" for field in finding.input.split())
        return bytes.fromhex(finding.input).hex(" ").upper()
    except ValueError:
        return one_line(finding.input)
