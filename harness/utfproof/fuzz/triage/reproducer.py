"""The reproducer of a finding, as text: commands, the input as a file, a test for pytest.

What is accepted as right comes from the words of `expected`. A codec need not report where an error
is, nor what it delivered before; the answer that was found wrong is never accepted.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from string import Template

from utfproof.errors import FindingsError
from utfproof.fuzz.triage.findings import Finding
from utfproof.model.codec_id import CodecId
from utfproof.model.fields import read_joined, read_joined_points
from utfproof.model.operation import ENCODE_STREAM_OPS, SIZE_OPS, STREAM_OPS, Offer, Op

_LONGEST_NAME = 80
_LAST = 0xFFFF_FFFF
"""The last code point that a data line can have: four octets of UTF-32."""
_NUMBER_OR_UNKNOWN = r"(?:[0-9]+|\?)"
_GAP = re.compile(r"fffd\{1,([0-9]+)\}")
_REFUSED = re.compile(r"error ([0-9]+|\?)(?: ([0-9]+|\?))?")
_READ_AS = "ok (octets that read as"

_TEST = Template("""\
# $title
# It fails while the codec has this fault. Run it with: pytest $name
#
#   input     $input
#   expected  $expected
#   found     $actual

import re
from pathlib import Path

from utfproof.asking import ask

HERE = Path(__file__).parent
TARGET = $target
CODEC = $codec
OPERATION = $operation
LINE = $line
RIGHT = $pattern
WRONG = $wrong


def test_$function():
    answer = ask(TARGET, CODEC, OPERATION, LINE)
    assert answer != WRONG
    assert re.fullmatch(RIGHT, answer)
""")


def parsed_offer(finding: Finding) -> Offer:
    """Return the offer that shows a finding.

    Raises:
        FindingsError: the stored words are no offer.
    """
    try:
        return Offer.parse(finding.operation)
    except ValueError as error:
        raise _unusable(finding, f"{finding.operation!a} is no offer: {error}") from None


def data_line(finding: Finding) -> bytes:
    """Return the data line that shows a finding.

    Raises:
        FindingsError: what is stored is not one line of the protocol.
    """
    if not finding.line or not finding.line.isascii() or not finding.line.isprintable():
        raise _unusable(finding, f"{finding.line[:60]!a} is no data line")
    return finding.line.encode("ascii")


def _unusable(finding: Finding, problem: str) -> FindingsError:
    hint = "the line in findings.jsonl was changed: take it out, or run the campaign again"
    return FindingsError(problem, place=ascii(finding.signature)[1:-1], hint=hint)


def has_code_points(finding: Finding) -> bool:
    """Return whether a finding's input is code points.

    Raises:
        FindingsError: the stored words are no offer.
    """
    return parsed_offer(finding).op.encodes


def adapter_target(finding: Finding) -> str:
    """Return the TARGET that names the codec's adapter."""
    return finding.target or finding.codec


def input_file(finding: Finding) -> bytes:
    """Return the input as a file's content; of an encoder its code points, as the line has them."""
    if has_code_points(finding):
        return data_line(finding) + b"\n"
    try:
        return read_joined(finding.input)
    except ValueError:
        raise _unusable(finding, f"{finding.input[:60]!a} is not octets") from None


def code_points(finding: Finding) -> tuple[int, ...]:
    """Return the input of an encoder.

    Raises:
        FindingsError: what is stored is no code points.
    """
    try:
        values = read_joined_points(finding.input)
    except ValueError:
        values = (-1,)
    if not all(0 <= value <= _LAST for value in values):
        raise _unusable(finding, f"{finding.input[:60]!a} is not code points")
    return values


def filename(finding: Finding) -> str:
    """Return a name for the files of a finding; different signatures have different names."""
    digest = hashlib.sha256(finding.signature.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{finding.slug[:_LONGEST_NAME].rstrip('-')}-{digest[:6]}"


def repro_command(finding: Finding, folder: Path) -> str:
    """Return the command that asks the codec again."""
    return shlex.join(["utfproof", "findings", "repro", filename(finding), "--out", str(folder)])


def explain_command(finding: Finding) -> str:
    """Return the command that shows how every rule reads the input; "" where it takes no octets."""
    asked = parsed_offer(finding)
    if has_code_points(finding) or not finding.input.strip("-"):
        return ""
    words = ["utfproof", "explain", input_file(finding).hex(" ").upper(), adapter_target(finding)]
    return shlex.join([*words, "--codec", finding.codec, "--encoding", asked.encoding.value])


def shell_block(finding: Finding, program: Sequence[str] = ()) -> str:
    """Return the shell line that writes the block to the adapter's program, without utfproof.

    Without the program's words it is the half that writes.
    """
    name = CodecId.parse(finding.codec).codec
    header = finding.operation.replace(" ", f" {name} ", 1)
    # printf would read a `%` as a format.
    lines = (_comment(text).replace("%", "%%") for text in (header, finding.line))
    printf = "printf " + shlex.quote("".join(rf"{line}\n" for line in lines) + r"\n")
    return f"{printf} | {shlex.join(program)}" if program else printf


def pytest_module(finding: Finding, folder: Path) -> str:
    """Return a module for pytest, to be written into a folder, that fails while the fault is there.

    It finds an adapter that no name leads to by the way from that folder, so that both can move
    together.

    Raises:
        FindingsError: what is stored cannot be asked.
    """
    name = filename(finding)
    return _TEST.substitute(
        title=_comment(f"{finding.codec}, {finding.operation}: {finding.kind}, {finding.did}"),
        name=f"test_{name.replace('-', '_')}.py",
        input=_comment(finding.input),
        expected=_comment(finding.expected),
        actual=_comment(finding.actual),
        codec=ascii(finding.codec),
        target=_target_expression(finding, folder),
        operation=ascii(str(parsed_offer(finding))),
        line=ascii(data_line(finding).decode("ascii")),
        pattern=_raw(accepted_pattern(finding)),
        wrong=ascii(finding.actual.encode("ascii", "backslashreplace").decode("ascii")),
        function=name.replace("-", "_"),
    )


def _target_expression(finding: Finding, folder: Path) -> str:
    if not finding.target:
        return ascii(finding.codec)
    way = os.path.relpath(finding.target, folder)
    return f"HERE / {way!a}"


def _raw(regular: str) -> str:
    """Write a regular expression as a literal, raw where that can be."""
    simple = regular.isascii() and regular.isprintable() and '"' not in regular
    return f'r"{regular}"' if simple else ascii(regular)


def _comment(text: str) -> str:
    """Write text so that it cannot leave its line."""
    return ascii(text)[1:-1]


def accepts(finding: Finding, answer: str) -> bool:
    """Return whether an answer fits the expected one, as far as the codec reports."""
    return answer != finding.actual and bool(re.fullmatch(accepted_pattern(finding), answer))


def accepted_pattern(finding: Finding) -> str:
    """Return the accepted answers as a regular expression."""
    op = parsed_offer(finding).op
    return " / ".join(_pattern(op, words) for words in finding.expected.split(" / "))


def _pattern(op: Op, words: str) -> str:
    if refused := _REFUSED.fullmatch(words):
        return _refusal(refused[1], refused[2])
    if words == "…":
        return ".*"
    if words.startswith("short or error"):
        return "(?:short|error) .*"
    if words.startswith(_READ_AS):
        return "ok (?:[0-9a-f]{2})+"
    if op in SIZE_OPS:
        return f"(?:{'|'.join(map(_size, words.split(' or ')))})"
    head, *fields = words.split(" ")
    if op in (*ENCODE_STREAM_OPS, Op.ENCODE_REFILL) and head == "ok":
        return _pieces("".join(field for field in fields if field not in ("|", "-")))
    if op in (*STREAM_OPS, Op.DECODE_REFILL) and head == "ok":
        values = (rf"(?: \|)* {_value(field)}" for field in fields if field != "|")
        return f"ok{''.join(values)}(?: \\|)*"
    if op is Op.DECODE_REPLACED and head == "ok":
        told, *fields = fields
        return f"ok {_number_told(told)}{''.join(map(_field, fields))}"
    if op is Op.DECODE_ROOM and fields[-1:] == ["-"]:
        fields.pop()
    return re.escape(head).replace(r"\ ", " ") + "".join(map(_field, fields))


def _number_told(told: str) -> str:
    """Accept a number of replacements, or whether there was any; `yes` stands for any number."""
    if told == "yes":
        return "(?:yes|[1-9][0-9]*)"
    return "(?:no|0)" if told == "no" else f"(?:yes|{told})"


def _size(words: str) -> str:
    """Accept two sizes; a `+` stands for all larger ones too."""
    return "ok" + "".join(
        f" {_at_least(word[:-1]) if word.endswith('+') else word}" for word in words.split(" ")[1:]
    )


def _at_least(digits: str) -> str:
    """Accept all decimal numbers from one on."""
    longer = rf"[1-9][0-9]{{{len(digits)},}}"
    # With the same first digits and a larger one behind them.
    larger = [
        f"{digits[:at]}[{int(digit) + 1}-9][0-9]{{{len(digits) - at - 1}}}"
        for at, digit in enumerate(digits)
        if digit != "9"
    ]
    return f"(?:{'|'.join((digits, longer, *larger))})"


def _refusal(offset: str, length: str | None) -> str:
    """Accept a refusal with no more detail than demanded; delivered text may follow."""
    place = _NUMBER_OR_UNKNOWN if offset == "?" else rf"(?:{offset}|\?)"
    if length is None:
        return f"error {place}"
    size = _NUMBER_OR_UNKNOWN if length == "?" else rf"(?:{length}|\?)"
    return f"error {place} {size}(?: .*)?"


def _field(field: str) -> str:
    gap = _GAP.fullmatch(field)
    return rf"(?: fffd){{1,{gap[1]}}}" if gap else f" {re.escape(field)}"


def _value(field: str) -> str:
    gap = _GAP.fullmatch(field)
    return rf"fffd(?:(?: \|)* fffd){{0,{int(gap[1]) - 1}}}" if gap else re.escape(field)


def _pieces(digits: str) -> str:
    """Accept octets however they are spread over the fields of chunks."""
    pairs = [re.escape(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    if not pairs:
        return r"ok -(?: \| -)*"
    return r"ok (?:- \| )*" + r"(?: \| (?:- \| )*)?".join(pairs) + r"(?: \| -)*"
