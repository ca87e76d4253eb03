"""The result of a run in one number: the answers of codecs, and nothing that differs by run.

A codec's digest is the SHA-256 of lines, sorted, each a JSON list and a newline:

| line                            | of                                                         |
|---------------------------------|------------------------------------------------------------|
| `[case, op, answer, verdict]`   | a case; the answer of a pass is left empty                 |
| `[family, op, digest, ""]`      | a family: the digest of all answers                        |
| `[shard, op, answer, verdict]`  | a shard, behind its family: the answer's digest, or words  |
| `["", "", "", verdict]`         | the codec                                                  |

The digest of a run is the SHA-256 of the lines `codec digest`, sorted. Times, workers, the order
in which things were asked, the known answers that were mixed in and the answers to
fresh questions are no part of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii

from utfproof.engine.journal.events import (
    FRESH,
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyFinished,
    ShardFinished,
)
from utfproof.model.verdict import Verdict


@dataclass(slots=True)
class Result:
    """Adds up events; `codecs` has the digest of each codec that is finished."""

    codecs: dict[str, str] = field(default_factory=dict)
    _asked: dict[str, list[str]] = field(default_factory=dict)
    _shards: dict[str, dict[tuple[str, ...], str]] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Return the digest of all codecs that are finished."""
        return _sha256(f"{codec} {digest}\n" for codec, digest in self.codecs.items())

    def take(self, event: Event) -> None:
        """Take in an event; cases of a codec that an interrupted run had begun are asked again.

        Shards are not: of one that was asked twice the last answer counts.
        """
        match event:
            case CodecStarted(codec=codec):
                self._asked[codec] = []
            case CaseFinished(codec=codec):
                passed = event.verdict is Verdict.PASS
                # Of fresh questions only that they failed: the questions differ by run.
                fresh = event.case.startswith(FRESH)
                if fresh and not event.verdict.red:
                    return
                answer = "" if passed or fresh else event.actual
                self._lines(codec).append(_line(event.case, event.op, answer, event.verdict))
            case FamilyFinished(codec=codec):
                self._lines(codec).append(_line(event.family, event.op, event.digest, ""))
            case ShardFinished(codec=codec):
                name = f"{event.family} {event.shard}"
                answer = event.digest or event.actual
                line = _line(name, event.op, answer, event.verdict)
                self._shards.setdefault(codec, {})[event.op, name] = line
            case CodecFinished(codec=codec):
                own = [_line("", "", "", event.verdict), *self._asked.pop(codec, ())]
                self.codecs[codec] = _sha256([*own, *self._shards.pop(codec, {}).values()])
            case _:
                pass

    def _lines(self, codec: str) -> list[str]:
        return self._asked.setdefault(codec, [])


def _line(*parts: str) -> str:
    # `json.dumps` makes an encoder for every call; a run over all codecs has four million lines.
    return f"[{','.join(map(encode_basestring_ascii, parts))}]\n"


def _sha256(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(sorted(lines)).encode("ascii")).hexdigest()
