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
import json
import zlib
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

_FASTEST = 1


@dataclass(slots=True)
class Result:
    """Adds up events; `codecs` has the digest of each codec that is finished."""

    codecs: dict[str, str] = field(default_factory=dict)
    _asked: dict[str, list[str]] = field(default_factory=dict)
    _shards: dict[str, dict[tuple[str, ...], str]] = field(default_factory=dict)
    _packed: dict[str, bytes] = field(default_factory=dict)

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
                self._shards_of(codec)[event.op, name] = line
            case CodecFinished(codec=codec):
                own = [_line("", "", "", event.verdict), *self._asked.pop(codec, ())]
                shards = [*self._shards_of(codec).values()]
                self.codecs[codec] = _sha256([*own, *shards])
                # Where a worker has lied some are asked again, and the codec ends once more.
                del self._shards[codec]
                self._packed[codec] = zlib.compress("".join(shards).encode("ascii"), _FASTEST)
            case _:
                pass

    def _shards_of(self, codec: str) -> dict[tuple[str, ...], str]:
        """Return the lines of a codec's shards, which are packed once it has ended."""
        found = self._shards.get(codec)
        if found is None:
            packed = self._packed.pop(codec, None)
            text = zlib.decompress(packed).decode("ascii") if packed else ""
            found = {_op_and_name(line): line for line in text.splitlines(keepends=True)}
            self._shards[codec] = found
        return found

    def _lines(self, codec: str) -> list[str]:
        return self._asked.setdefault(codec, [])


def _line(*parts: str) -> str:
    # `json.dumps` makes an encoder for every call; a run over all codecs has four million lines.
    return f"[{','.join(map(encode_basestring_ascii, parts))}]\n"


def _op_and_name(line: str) -> tuple[str, ...]:
    name, op, *_ = json.loads(line)
    return op, name


def _sha256(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(sorted(lines)).encode("ascii")).hexdigest()
