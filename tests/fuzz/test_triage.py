"""The triage: what becomes of a wrong answer when time ends while it is looked at."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage import root_causes
from utfproof.fuzz.triage.finding_store import FindingStore
from utfproof.fuzz.triage.triage import Triage
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Claims
from utfproof.mutants import mutant_server
from utfproof.reference import schemes
from utfproof.vectors import loader


class Lax:
    """A adapter, in this process, that takes surrogates and one overlong form."""

    restarts = 0

    def __init__(self) -> None:
        self.quarantine: dict[str, list[bytes]] = {}

    def ask(self, target: FuzzTarget, lines: Sequence[bytes]) -> list[bytes]:
        del target
        return [
            self.answer(b"" if line == b"-" else bytes.fromhex(line.decode())) for line in lines
        ]

    def answer(self, octets: bytes) -> bytes:
        try:
            text = octets.replace(b"\xc0\xaf", b"/").decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return b"error ? ?"
        return b"".join((b"ok", *(b" %x" % ord(one) for one in text)))

    def admitted(self, target: FuzzTarget, inputs: Sequence[bytes]) -> Sequence[int]:
        del target
        return range(len(inputs))


class Reader(Lax):
    """A adapter that gives what it has read before an error only to who reads in chunks."""

    def ask(self, target: FuzzTarget, lines: Sequence[bytes]) -> list[bytes]:
        if target.offer.op is not Op.DECODE_CHUNKS:
            return super().ask(target, lines)
        return [self.chunks(line.decode().replace("-", "").split(" ")) for line in lines]

    def chunks(self, chunks: Sequence[str]) -> bytes:
        decoder = codecs.getincrementaldecoder("utf-8")("surrogatepass")
        told = b""
        for number, chunk in enumerate((*chunks, "")):
            try:
                text = decoder.decode(bytes.fromhex(chunk), final=number == len(chunks))
            except UnicodeDecodeError:
                return b"error ? ?" + told
            bar = b" |" if number < len(chunks) else b""
            told += b"".join((*(b" %x" % ord(one) for one in text), bar))
        return b"ok" + told


class Teller(Lax):
    """A adapter that takes surrogates, drops a signature, and gives what it read before errors."""

    def answer(self, octets: bytes) -> bytes:
        octets = octets.removeprefix("\ufeff".encode())
        try:
            octets.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            return super().answer(octets[: error.start]).replace(b"ok", b"error ? ?")
        return super().answer(octets)


class Wary(Reader):
    """A adapter that refuses a noncharacter, in chunks as soon as it has come."""

    def answer(self, octets: bytes) -> bytes:
        found = super().answer(octets)
        return b"error ? ?" if b" ffff" in found else found

    def chunks(self, chunks: Sequence[str]) -> bytes:
        told = super().chunks(chunks)
        if b" ffff" not in told:
            return told
        return told[: told.index(b" ffff")].replace(b"ok", b"error ? ?")


class Served(Lax):
    """A mutant as a adapter."""

    def __init__(self, mutant: str) -> None:
        super().__init__()
        (self.mutant,) = mutant_server.chosen([mutant])
        self.specimen = self.mutant.make()

    def ask(self, target: FuzzTarget, lines: Sequence[bytes]) -> list[bytes]:
        found = self.specimen.ask(target.name, target.offer, lines)
        return [answer for answer in found if isinstance(answer, bytes)]


@pytest.mark.parametrize(
    ("mutant", "inputs", "said"),
    [
        (
            "utf-8/rooms/the-last-character-is-lost",
            [b"ABCD"],
            "UTF-8 decode: is wrong only with little room",
        ),
        (
            "utf-8/encoder-rooms/writes-beyond",
            ["\u20ac\u20ac".encode()],
            "UTF-8 encode: is wrong only with little room",
        ),
        ("label/a-prefix-is-enough", [b"UTF-8x"], "- label: names UTF-8 by a label"),
        (
            "label/web-vertical-tabs-are-stripped",
            [b"\x0butf-16\x0b"],
            "- label: names UTF-16LE by a label",
        ),
    ],
)
def test_faults_of_little_room_and_of_labels_are_found(
    tmp_path: Path, mutant: str, inputs: list[bytes], said: str
) -> None:
    adapter: Any = Served(mutant)
    of_mutant = adapter.mutant
    own = [
        Observer(target, adapter)
        for target in fuzz_targets("m/m", of_mutant.claims, of_mutant.offers, loader.load())
    ]
    triage = Triage(FindingStore(tmp_path), own, {}, {})
    for observer in own:
        for wrong in observer.judge_each(inputs):
            if wrong:
                triage.process(observer, wrong)
    assert list(triage.store.found) == [f"m/m {said}"]


def triaged(folder: Path, *inputs: bytes, in_time: int) -> list[str]:
    """Hunt what inputs show, of which so many come in time; give the findings' octets."""
    (target,) = fuzz_targets("lax/own", Claims(("rfc3629",)), [Offer.parse("decode UTF-8 strict")])
    adapter: Any = Lax()
    observer = Observer(target, adapter)
    over = False
    triage = Triage(FindingStore(folder), [observer], {}, {}, is_over=lambda: over)
    for at, octets in enumerate(inputs):
        over = at >= in_time
        (wrong,) = observer.judge_each([octets])
        assert wrong
        triage.process(observer, wrong)
    return [finding.octets for finding in triage.store.found.values()]


@pytest.mark.parametrize(
    ("reader", "octets", "signature", "shortest"),
    [
        (Reader(), b"\xed\xa0\x80A\xff", "accepts surrogate", "eda080"),
        (Wary(), b"\xef\xbf\xbf\xe2", "refuses noncharacter", "efbfbf"),
    ],
    ids=["the-shortest", "a-part"],
)
def test_a_fault_found_in_chunks_is_the_one_of_the_whole_input(
    tmp_path: Path, reader: Reader, octets: bytes, signature: str, shortest: str
) -> None:
    """The input is refused plainly, as it should be; the shortest, or a part of it, goes wrong."""
    adapter: Any = reader
    offers = [Offer.parse("decode UTF-8 strict"), Offer.parse("decode-chunks UTF-8 strict")]
    own = [
        Observer(target, adapter)
        for target in fuzz_targets("lax/own", Claims(("rfc3629",)), offers)
    ]
    triage = Triage(FindingStore(tmp_path), own, {}, {})
    plain, chunks = own
    assert plain.judge_each([octets]) == [None]
    (wrong,) = chunks.judge_each([octets])
    assert wrong
    triage.process(chunks, wrong)
    (finding,) = triage.store.found.values()
    assert (finding.operation, finding.octets) == ("decode UTF-8 strict", shortest)
    assert finding.signature == f"lax/own UTF-8 decode: {signature}"


def test_an_error_reported_behind_an_accepted_sequence_belongs_to_that_sequence(
    tmp_path: Path,
) -> None:
    (target,) = fuzz_targets("lax/own", Claims(("rfc3629",)), [Offer.parse("decode UTF-8 strict")])
    adapter: Any = Teller()
    observer = Observer(target, adapter)
    triage = Triage(FindingStore(tmp_path), [observer], {}, {})
    (wrong,) = observer.judge_each([b"\xef\xbb\xbf\xed\xa0\x80\xef\xbb\xbf\xff"])
    assert wrong
    assert (
        root_causes.input_parts(wrong)[-1] == b"\xef\xbb\xbf\xed\xa0\x80"
    )  # no further than the first error
    triage.process(observer, wrong)
    (finding,) = triage.store.found.values()
    assert finding.signature == "lax/own UTF-8 decode: accepts surrogate"


class Shy(Lax):
    """A adapter that refuses one letter, whatever stands before it."""

    def answer(self, octets: bytes) -> bytes:
        at = octets.find(b"q")
        if at >= 0:
            return b"error %d 1" % at
        try:
            text = octets.decode()
        except UnicodeDecodeError as error:
            return b"error %d %d" % (error.start, error.end - error.start)
        return b"".join((b"ok", *(b" %x" % ord(one) for one in text)))


def test_an_error_in_an_input_that_is_refused_everywhere_is_filed_under_the_refusal(
    tmp_path: Path,
) -> None:
    (target,) = fuzz_targets("lax/own", Claims(("rfc3629",)), [Offer.parse("decode UTF-8 strict")])
    adapter: Any = Shy()
    observer = Observer(target, adapter)
    observer.choose_answer_profile([b"A", b"\x80", b"\xe2\x82", b"\xc0\xaf"])
    triage = Triage(FindingStore(tmp_path), [observer], {}, {})
    (wrong,) = observer.judge_each([b"ab\x80qc"])
    assert wrong
    triage.process(observer, wrong)
    (finding,) = triage.store.found.values()
    assert (finding.signature, finding.octets) == ("lax/own UTF-8 decode: refuses ASCII", "71")


SNIFFING = Claims(("whatwg",), {"signature": "sniff"})


class Sniffer(Lax):
    """A adapter that takes text with a signature of UTF-16 for that, and drops half a unit."""

    def answer(self, octets: bytes) -> bytes:
        orders = {b"\xfe\xff": "utf-16-be", b"\xff\xfe": "utf-16-le"}
        order = orders.get(octets[:2])
        text = octets[2:].decode(order, "ignore") if order else octets.decode("utf-8", "replace")
        return b"".join((b"ok", *(b" %x" % ord(one) for one in text)))


def test_a_signature_of_another_encoding_that_is_dropped_is_mistaken(tmp_path: Path) -> None:
    (target,) = fuzz_targets("lax/own", SNIFFING, [Offer.parse("decode UTF-8 replace")])
    adapter: Any = Sniffer()
    observer = Observer(target, adapter)
    observer.choose_answer_profile([b"A", b"\x80", b"\xe2\x82", b"\xc0\xaf"])
    triage = Triage(FindingStore(tmp_path), [observer], {}, {})
    for octets in (b"\xfe\xffA", b"\xff\xfeAAA", b"\xfe\xffAAA"):
        (wrong,) = observer.judge_each([octets])
        assert wrong
        triage.process(observer, wrong)
    name = "lax/own UTF-8 decode: mistakes a signature, only at the beginning"
    assert list(triage.store.found) == [name]


class Writer(Lax):
    """An encoder that skips surrogates, and writes what is beyond Unicode."""

    def ask(self, target: FuzzTarget, lines: Sequence[bytes]) -> list[bytes]:
        del target
        words = [[] if line == b"-" else line.split(b" ") for line in lines]
        return [self.written([int(word, 16) for word in own]) for own in words]

    def written(self, values: Sequence[int]) -> bytes:
        kept = [value for value in values if not 0xD800 <= value < 0xE000]
        found = b"".join(schemes.encode_value(Scheme.RFC_2279, value) or b"" for value in kept)
        return b"ok " + (found.hex().encode() or b"-")


def test_an_encoder_s_finding_names_the_code_point_that_goes_wrong(
    tmp_path: Path,
) -> None:
    (target,) = fuzz_targets("lax/own", Claims(("rfc3629",)), [Offer.parse("encode UTF-8 skip")])
    adapter: Any = Writer()
    observer = Observer(target, adapter)
    triage = Triage(FindingStore(tmp_path), [observer], {}, {})
    (wrong,) = observer.judge_each([b"\xed\xb0\x80\xf4\x90\x80\x80"])
    assert wrong
    triage.process(observer, wrong)
    (finding,) = triage.store.found.values()
    assert (finding.input, finding.actual) == ("110000", "ok f4908080")


OVERLONG, SURROGATE = b"A\xc0\xafBCD", b"EFG\xed\xa0\x80"


def test_each_fault_is_a_finding_in_time(tmp_path: Path) -> None:
    assert triaged(tmp_path, OVERLONG, SURROGATE, in_time=2) == ["c0af", "eda080"]


def test_a_second_fault_that_time_ends_is_left_for_later(tmp_path: Path) -> None:
    assert triaged(tmp_path, OVERLONG, SURROGATE, in_time=1) == ["c0af"]


def test_the_only_fault_is_a_finding_though_it_stays_long(tmp_path: Path) -> None:
    assert triaged(tmp_path, SURROGATE, in_time=0) == [SURROGATE.hex()]


@pytest.mark.parametrize(("attempts_in_vain", "findings"), [(1, ["c0af", "eda080"]), (2, ["c0af"])])
def test_the_third_attempt_at_a_fault_is_not_a_finding(
    tmp_path: Path, attempts_in_vain: int, findings: list[str]
) -> None:
    """An attempt that time ends makes no finding; the last one here has time."""
    (target,) = fuzz_targets("lax/own", Claims(("rfc3629",)), [Offer.parse("decode UTF-8 strict")])
    adapter: Any = Lax()
    observer = Observer(target, adapter)
    over = False
    triage = Triage(FindingStore(tmp_path), [observer], {}, {}, is_over=lambda: over)
    overlong, surrogate = observer.judge_each([OVERLONG, SURROGATE])
    assert overlong
    assert surrogate
    triage.process(observer, overlong)
    over = True
    for _ in range(attempts_in_vain):
        triage.process(observer, surrogate)
    over = False
    triage.process(observer, surrogate)
    assert [finding.octets for finding in triage.store.found.values()] == findings
