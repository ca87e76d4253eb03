"""Hello is read once: a session asks what can be asked, the check names every breach."""

from __future__ import annotations

import json

import pytest

from utfproof.adapters.session import hello
from utfproof.adapters.session.hello import CodecOffers, HelloProblem
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer

STD = {"name": "std", "version": "1", "offers": ["decode UTF-8 strict"]}
READ = CodecOffers("std", "1", (Offer.parse("decode UTF-8 strict"),))
OPS = (
    "decode, decode-chunks, decode-within, decode-again, decode-room, decode-refill, validate,"
    " validate-cause, validate-chunks, encode, encode-chunks, encode-room, encode-refill, detect,"
    " label, sweep"
)
KEYS = "write these three keys"
ONE = "this program speaks protocol 1"
OBJECT = "it is no object of protocol, adapter and codecs"
OFFER = f"an offer is an op, an encoding and a mode: decode UTF-8 strict; ops are {OPS}"
NO_JSON = "answer `hello 1` with one JSON object in one line; print banners on stderr"
NAMES = "names are letters, digits and . _ + -"
LIST = "codecs is no list, or an empty one"
OTHER = "{'name': 'std'} is no object of name, version and offers"
LONG = "x" * 500


def line(*codecs: object, **changed: object) -> bytes:
    return json.dumps({"protocol": 1, "adapter": "a", "codecs": codecs, **changed}).encode()


def codec(**changed: object) -> dict[str, object]:
    return {**STD, **changed}


def offering(*offers: object) -> dict[str, object]:
    return codec(offers=offers)


def test_a_hello_names_codecs_versions_and_offers() -> None:
    other = codec(name="A.b_+-9", version="2.0", offers=["sweep UTF-16 strict", "label - -"])
    found = hello.parse(line(STD, other))
    offers = (Offer.parse("sweep UTF-16 strict"), Offer.parse("label - -"))
    assert found == hello.Hello("a", (READ, CodecOffers("A.b_+-9", "2.0", offers)), ())


@pytest.mark.parametrize(
    ("said", "problem", "hint"),
    [
        (b"hello", "it is no JSON: Expecting value: line 1 column 1 (char 0)", NO_JSON),
        (b"[" * 100_000, "it is no JSON: nested too deeply", NO_JSON),
        (b"[]", OBJECT, KEYS),
        (b"null", OBJECT, KEYS),
        (b'"hello"', OBJECT, KEYS),
        (b"{}", OBJECT, KEYS),
        (b'{"protocol":1,"adapter":"a"}', OBJECT, KEYS),
        (b'{"adapter":"a","codecs":[]}', OBJECT, KEYS),
        (line(STD, protocol=2), "it speaks protocol 2, not 1", ONE),
        (
            line(STD, protocol="1"),
            "it speaks protocol '1', not 1",
            "this program speaks protocol 1",
        ),
        (line(codecs={"std": "1"}), LIST, "name at least one codec"),
        (line(codecs="std"), LIST, "name at least one codec"),
        (line({"name": "std"}), OTHER, KEYS),
        (line("std"), "'std' is no object of name, version and offers", KEYS),
        (line(codec(name="../std")), "a codec is called '../std'", NAMES),
        (line(codec(name="std\n")), "a codec is called 'std\\n'", NAMES),
        (line(codec(name="")), "a codec is called ''", NAMES),
        (line(codec(name=f"é{LONG}")), f"a codec is called 'é{'x' * 198}", NAMES),
        (
            line(codec(offers="decode UTF-8 strict")),
            "the offers of std are no list",
            'write ["decode UTF-8 strict", …]',
        ),
        (line(offering(1)), "std offers 1, which is no text", OFFER),
        (
            line(offering("decode")),
            "std offers 'decode': not enough values to unpack (expected 3, got 1)",
            OFFER,
        ),
        (
            line(offering("decode UTF-7 strict")),
            "std offers 'decode UTF-7 strict': 'UTF-7' is not a valid Encoding",
            OFFER,
        ),
        (
            line(STD, codec(name="b"), codec(version="2")),
            "a codec is named twice: std",
            "gather its offers under one name",
        ),
    ],
)
def test_a_hello_of_another_shape_is_refused(said: bytes, problem: str, hint: str) -> None:
    found = hello.parse(said)
    assert found.problems == (HelloProblem(problem, hint),)
    assert isinstance(found.codecs, tuple)
    with pytest.raises(ManifestError) as caught:
        hello.read(said, "adapter.yaml")
    assert caught.value.place == "adapter.yaml"
    assert caught.value.problem == f"hello: {problem}; the adapter said {said[:200]!r}"
    assert caught.value.hint == f"{hint}: see adapters/PROTOCOL.md"


@pytest.mark.parametrize(
    ("said", "problem", "hint", "codecs"),
    [
        (line(STD, more=1), OBJECT, KEYS, (READ,)),
        (b'{"protocol":1,"codecs":[%b]}' % json.dumps(STD).encode(), OBJECT, KEYS, (READ,)),
        (line(), LIST, "name at least one codec", ()),
        (
            line(codec(more=1)),
            f"{codec(more=1)} is no object of name, version and offers",
            KEYS,
            (READ,),
        ),
        (line(codec(name=5)), "a codec is called 5", NAMES, (CodecOffers("5", "1", READ.offers),)),
        (
            line(codec(version="")),
            "std has no version",
            "give the version of the library, as text",
            (CodecOffers("std", "", READ.offers),),
        ),
        (
            line(codec(version=1.5)),
            "std has no version",
            "give the version of the library, as text",
            (CodecOffers("std", "1.5", READ.offers),),
        ),
        (
            line(offering("decode UTF-8 strict", "decode UTF-8 strict")),
            "std offers something twice",
            "name each offer once",
            (READ,),
        ),
        (
            line(offering("guess UTF-8 strict", "decode UTF-8 strict")),
            "std offers 'guess UTF-8 strict': 'guess' is not a valid Op",
            OFFER,
            (READ,),
        ),
    ],
)
def test_a_breach_that_leaves_something_to_ask_stops_the_check_alone(
    said: bytes, problem: str, hint: str, codecs: tuple[CodecOffers, ...]
) -> None:
    assert hello.parse(said).problems == (HelloProblem(problem, hint, fatal=False),)
    assert hello.read(said, "adapter.yaml") == codecs


def test_every_problem_of_a_hello_is_named() -> None:
    bare = {"name": LONG, "offers": 1, "version": 2}
    wrong = codec(name="a b", version=0, offers=["guess", 1])
    found = hello.parse(line(STD, wrong, bare, STD, protocol=3, more=1))
    assert [(item.problem, item.fatal) for item in found.problems] == [
        (OBJECT, False),
        ("it speaks protocol 3, not 1", True),
        ("a codec is called 'a b'", True),
        ("a b has no version", False),
        ("a b offers 'guess': not enough values to unpack (expected 3, got 1)", False),
        ("a b offers 1, which is no text", True),
        (f"{'x' * 200} has no version", False),
        (f"the offers of {'x' * 200} are no list", True),
        ("a codec is named twice: std", True),
    ]
    assert found.codecs == (READ, READ)


def test_a_problem_of_any_length_is_told_in_a_line() -> None:
    names = [codec(name=f"{LONG}{number}") for number in (1, 1, 2, 2)]
    said = line(offering(f"decode {LONG} strict"), *names)
    long, twice = (item.problem for item in hello.parse(said).problems)
    assert long.startswith(f"std offers 'decode {'x' * 192}: '{'x' * 199}")
    assert len(twice) == 200


def test_codecs_that_are_named_twice_are_told_apart() -> None:
    found = hello.parse(line(*[codec(name=name) for name in "abcab"]))
    assert [item.problem for item in found.problems] == ["a codec is named twice: a, b"]


def test_a_version_cannot_steer_a_terminal_nor_fill_a_page() -> None:
    [read] = hello.read(line(codec(version="\x1b[2J" + "9" * 1000)), "adapter.yaml")
    assert read.version == "\ufffd[2J" + "9" * 196


def test_codecs_that_the_manifest_does_not_declare_are_named() -> None:
    codecs = [CodecOffers(name, "1", ()) for name in ("z", "std", "a")]
    assert hello.undeclared(codecs, ["std", "z", "a"]) is None
    assert hello.undeclared(codecs, ["std", "more"]) == HelloProblem(
        "it names codecs that adapter.yaml does not: a, z",
        "declare them under `codecs:`, or take them out of hello",
    )
