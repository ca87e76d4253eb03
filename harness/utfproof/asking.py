"""Ask a codec one question: the interface that exported tests of findings are written against."""

from __future__ import annotations

from pathlib import Path

from utfproof.adapters import registry
from utfproof.adapters.launch import opened
from utfproof.engine.judging.judge import describe
from utfproof.engine.run.codec_session import CodecSession
from utfproof.errors import UsageError
from utfproof.model.operation import Offer


class NoAnswerError(Exception):
    """A codec crashed, hung or was cut off instead of answering; the message says which."""


def ask(target: str | Path, codec: str, operation: str, line: str) -> str:
    """Return a codec's answer to one data line, in the words of the protocol.

    Args:
        target: the name of a shipped adapter (`rust`), or the folder of another.
        codec: the codec's full name (`rust/std`).
        operation: what the codec is asked to do (`decode UTF-8 strict`).
        line: the data line, as adapters/PROTOCOL.md describes it for the operation (`c0af`).

    Raises:
        NoAnswerError: the codec did not answer.
        UtfproofError: the adapter cannot be built or run, or the arguments name nothing.
    """
    found = [(item, one) for item in registry.select([str(target)], [codec]) for one in item.codecs]
    if len(found) != 1:
        raise UsageError(f"{codec} names {len(found)} codecs of {target}", hint="name one of them")
    [(chosen, own)] = found
    with opened(chosen) as adapter:
        if own.name not in adapter.offers:
            hint = "`utfproof codecs` tells what is missing"
            raise UsageError(f"{codec}: the adapter's hello does not name it", hint=hint)
        asked = CodecSession.of(chosen.manifest, own, adapter)
        [answer] = asked.ask(Offer.parse(operation), [line.encode("ascii")])
    if not isinstance(answer, bytes):
        raise NoAnswerError(f"{codec}: {describe(answer)}")
    return answer.decode("ascii", "backslashreplace")
