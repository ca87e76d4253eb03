"""Batches: the inputs of a round end to end, asked and judged by array operations.

A line is asked and its right answer computed without looking at either alone; answers that differ
are judged closely elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from utfproof.adapters.session.blocks import JoinedLines
from utfproof.engine.questions.placement import unordered
from utfproof.fuzz.targets import bulk_lines
from utfproof.fuzz.targets.bulk_reading import BatchParts, Flags, read_parts
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.targets.observer import JointInputs
from utfproof.fuzz.targets.octet_pool import Places
from utfproof.model.encoding import SIGNATURE, Scheme, facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Policy, Signatures
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.expected import OWN_BRACKETS
from utfproof.oracle.question_group import Expected
from utfproof.oracle.whole import signatures_of

_UNSURE = (Signatures.SNIFF, Signatures.FORBIDDEN)


@dataclass(frozen=True)
class BatchAnswers:
    """The expected answers to all inputs of a batch; some inputs have no single one."""

    joined: JoinedLines
    unsure: frozenset[int] = frozenset()

    @cached_property
    def lines(self) -> Expected:
        """Return the answers one by one, None where there is no single one."""
        found: list[bytes | None] = list(self.joined.lines())
        for index in self.unsure:
            found[index] = None
        return found


@dataclass(eq=False)
class InputBatch(JointInputs):
    """Inputs, each a part of `octets`; equal to nothing but itself, read and rendered once."""

    octets: NDArray[np.uint8]
    ends: Places
    _parts: dict[object, BatchParts | None] = field(default_factory=dict)
    _texts: dict[object, bulk_lines.SpelledTexts] = field(default_factory=dict)
    _spelled: dict[object, BatchAnswers] = field(default_factory=dict)

    @classmethod
    def of(cls, inputs: Sequence[bytes]) -> InputBatch:
        """Put inputs end to end."""
        if isinstance(inputs, InputBatch):
            return inputs
        lengths = np.fromiter(map(len, inputs), np.int64, len(inputs))
        return cls(np.frombuffer(b"".join(inputs), np.uint8), np.cumsum(lengths))

    @cached_property
    def inputs(self) -> list[bytes]:
        """Return the inputs one by one."""
        whole = self.octets.tobytes()
        return [whole[start:end] for start, end in pairwise([0, *self.ends.tolist()])]

    def __len__(self) -> int:
        """Count the inputs."""
        return len(self.ends)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the inputs."""
        return iter(self.inputs)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        """Return one input, or some."""
        return self.inputs[index]

    @cached_property
    def asked(self) -> JoinedLines:
        """Return the data lines that ask for the inputs."""
        return bulk_lines.spell_octets(self.octets, self.ends)

    def first_errors(self, scheme: Scheme) -> Places | None:
        """Return the offset of the first error of each input, -1 without; None where not known."""
        read = self._read(scheme, None)
        return None if read is None else read.offsets

    def expected_answers(
        self, target: FuzzTarget, answer_profile: AnswerProfile
    ) -> BatchAnswers | None:
        """Return the answers of an answer profile; None where arrays do not compute them."""
        settings, offer = target.settings, target.offer
        if not offer.op.reads_whole or unordered(settings.encoding):
            return None
        policy = _policy(offer.mode, answer_profile)
        signs = signatures_of(settings) if settings.signatures in _UNSURE else ()
        key = (settings.scheme, policy, offer, answer_profile.detail, settings.strips, signs)
        if key not in self._spelled:
            read = self._read(settings.scheme, policy)
            if read is None or read.longest > bulk_lines.LONGEST:
                return None
            unsure = np.flatnonzero(self._beginning(signs))
            detail = answer_profile.detail if offer.mode is Mode.STRICT else None
            spelt = self._spelt(
                read, _ShownParts(offer, answer_profile.detail.text, settings.strips)
            )
            joined = bulk_lines.spell_answers(read, spelt, detail, unsure)
            self._spelled[key] = BatchAnswers(joined, frozenset(unsure.tolist()))
        return self._spelled[key]

    def _read(self, scheme: Scheme, policy: Policy | None) -> BatchParts | None:
        """Read in the units of error of a policy; None where arrays do not fit."""
        key = (scheme, policy)
        if key not in self._parts:
            if policy is None:
                self._parts[key] = read_parts(scheme, self.octets, self.ends)
            else:
                own = self._read(scheme, None)
                fits = own and facts(scheme).unit == 1 and policy in _POLICIES
                self._parts[key] = _POLICIES[policy](own) if own and fits else None
        return self._parts[key]

    def _spelt(self, read: BatchParts, shown: _ShownParts) -> bulk_lines.SpelledTexts:
        """Spell the texts of a reading once for all levels of error detail."""
        # Arrays are no keys; `_parts` keeps the reading, so that its identity stays its own.
        key = (id(read), shown)
        if key not in self._texts:
            self._texts[key] = bulk_lines.spell_texts(read, shown.of(read))
        return self._texts[key]

    def _beginning(self, signatures: Sequence[bytes]) -> NDArray[np.bool_]:
        """Return which inputs begin with a signature."""
        found = np.zeros(len(self), np.bool_)
        lengths = np.diff(self.ends, prepend=0)
        starts = self.ends - lengths
        for signature in signatures:
            size = len(signature)
            own = np.flatnonzero(lengths >= size)
            places = starts[own][:, np.newaxis] + np.arange(size)
            alike = self.octets.take(places) == np.frombuffer(signature, np.uint8)
            found[own] |= alike.all(axis=1)
        return found


_POLICIES = {Policy.BYTE: BatchParts.octet_by_octet, Policy.RUN: BatchParts.in_runs}


def _policy(mode: Mode, answer_profile: AnswerProfile) -> Policy | None:
    """Return the policy that distinguishes an answer profile's answers; None where none shows."""
    if answer_profile.policy in OWN_BRACKETS or (
        mode is Mode.STRICT and answer_profile.detail.length is False
    ):
        return None
    return Policy(str(answer_profile.policy))


class _ShownParts(NamedTuple):
    """The facts that decide about shown parts: the question, and whether errors carry text."""

    offer: Offer
    text: bool
    strips: bool

    def of(self, read: BatchParts) -> Flags:
        """Return which parts are shown."""
        mode = self.offer.mode
        if self.offer.op is Op.VALIDATE:
            return np.zeros(len(read.values), np.bool_)
        text = read.values >= 0 if mode is Mode.SKIP else np.ones(len(read.values), np.bool_)
        if mode is Mode.STRICT:
            text = read.before if self.text else (read.offsets < 0)[read.owners]
        if self.strips:
            text = text & ~(read.first & (read.values == SIGNATURE))
        return text
