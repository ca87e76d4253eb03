"""The rules that each named fault breaks, declared from the sentence that names it.

A row is a pattern of ids without the encoding, and what such faults do to a text. The first row
that fits counts. Where documents speak of no text, as for labels, the requirements are named.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from utfproof.engine.attribution.rules import Kind, requirement
from utfproof.errors import UtfproofError
from utfproof.model.operation import Op
from utfproof.mutants.mutant import Mutant

Row = tuple[str, tuple[Kind | str, ...]]

_LONGER = (Kind.ROW_2, Kind.ROW_3, Kind.ROW_4)
_ANY_OCTET = (Kind.FORBIDDEN, Kind.GRAMMAR)
_LABEL = "RFC3629-8-01"

_OTHERS: tuple[Row, ...] = (
    ("detect/ef-bb-is-enough", ("RFC3629-6-04",)),
    ("detect/utf-8-signature-is-not-counted", ("RFC3629-6-04",)),
    ("detect/utf-8-is-the-default", ("RFC3629-1-13",)),
    ("detect/*utf-32*", ("ISO-10.8-01",)),
    ("detect/a-zero-first*", ("RFC3629-6-03",)),
    ("detect/even-lengths*", ("RFC3629-6-03",)),
    ("detect/signatures-stand-behind*", ("RFC2781-3.2-03", "RFC3629-6-05")),
    ("detect/*", ("RFC2781-3.2-01",)),
    ("label/web-utf-16-is-big", ("WHATWG-ENC-09",)),
    ("label/web-utf-32-is-known", ("WHATWG-ENC-12",)),
    ("label/web-utf8-is-unknown", ("WHATWG-ENC-12",)),
    ("label/upper-case-only", (_LABEL, "RFC2781-A-01")),
    ("label/web-underscores*", ("WHATWG-ENC-12",)),
    ("label/web-*", ("WHATWG-ENC-08",)),
    ("label/orders-are-not*", ("RFC2781-A-01",)),
    ("label/utf-16-is-utf-16le", ("RFC2781-A-01",)),
    ("label/utf-32-is-utf-32le", ("ISO-10.1-02",)),
    ("label/*", (_LABEL,)),
)

_STREAMS: tuple[Row, ...] = (
    # No document says in which chunk an error is told: the text means the same.
    ("chunks/surrogates-and-overlongs-are-told-late", ()),
    ("chunks/errors-are-told-with-the-flush", ()),
    ("chunks/*-held-back", (Kind.DELIVERY,)),
    ("chunks/all-comes-with-the-flush", (Kind.DELIVERY,)),
    ("chunks/*", (Kind.CHUNKS,)),
    ("replacement-reports/*", (Kind.REPLACED,)),
    ("chunk-validators/*", (Kind.CHUNKS,)),
    ("saved-states/*", (Kind.STATE,)),
    ("history/*", (Kind.RESET,)),
    ("neighbours/*", (Kind.NEIGHBOURS,)),
    ("rooms/*", (Kind.ROOM,)),
    ("encoder-rooms/room-is-left-*", (Kind.UNUSED_ROOM,)),
    ("refills/*", (Kind.ROOM,)),
    ("encoder-refills/room-is-left-*", (Kind.UNUSED_ROOM,)),
    ("encoder-refills/*", (Kind.ROOM,)),
    ("encoder-rooms/*", (Kind.ROOM,)),
    ("*sizes/halves-count-three-each", (Kind.EXACT_SIZE,)),
    ("sizes/each-octet-of-an-error-counts", (Kind.EXACT_SIZE,)),
    ("sizes/*", (Kind.SIZE,)),
    ("encoder-sizes/*", (Kind.SIZE,)),
    ("encoder/all-comes-with-the-flush", (Kind.DELIVERY,)),
    ("encoder/each-chunk-is-signed", (Kind.CHUNKS,)),
    ("encoder-states/*", (Kind.WRITTEN_STATE,)),
)

_WRITTEN: tuple[Row, ...] = (
    ("joins/*-chunk*", (Kind.CHUNKS,)),
    ("joins/a-pending-*", (Kind.CHUNKS,)),
    ("joins/a-high-surrogate-swallows*", (Kind.WRITTEN_TEXT,)),
    ("joins/any-unit*", (Kind.WRITTEN_SURROGATE,)),
    ("joins/two-high*", (Kind.WRITTEN_SURROGATE,)),
    ("joins/lone-*", (Kind.WRITTEN_SURROGATE,)),
    ("joins/index-*", (Kind.PLACE,)),
    ("joins/code-points-are-joined", (Kind.WRITTEN_SURROGATE,)),
    ("joins/*", (Kind.WRITTEN_PAIR,)),
    ("encoder/index-*", (Kind.PLACE,)),
    ("encoder/replacement-*", (Kind.WRITTEN_INSTEAD,)),
    ("encoder/*signature-is-written*", (Kind.WRITTEN_SIGNATURE,)),
    ("encoder/the-order-*", (Kind.WRITTEN_ORDER,)),
    ("encoder/little-endian-is-not*", (Kind.WRITTEN_ORDER,)),
    ("encoder/the-signature-is-of*", (Kind.WRITTEN_ORDER,)),
    ("encoder/u-feff-is-the-signature", (Kind.WRITTEN_SIGNATURE,)),
    ("encoder/10ffff-*", (Kind.NONCHARACTER,)),
    ("encoder/ffff-is-refused", (Kind.NONCHARACTER,)),
    ("encoder/noncharacters*", (Kind.NONCHARACTER,)),
    ("encoder/d800-is-written", (Kind.WRITTEN_SURROGATE,)),
    ("encoder/dfff-is-written", (Kind.WRITTEN_SURROGATE,)),
    ("encoder/low-surrogates-are-written", (Kind.WRITTEN_SURROGATE,)),
    ("encoder/surrogates-*", (Kind.WRITTEN_SURROGATE,)),
    ("encoder/110000-*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/2?-bits*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/31-bits*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/minus-one*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/the-sign-*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/too-large*", (Kind.WRITTEN_BEYOND,)),
    ("encoder/10000-is-not-subtracted", (Kind.WRITTEN_PAIR,)),
    ("encoder/halves*", (Kind.WRITTEN_PAIR,)),
    ("encoder/low-surrogates-have*", (Kind.WRITTEN_PAIR,)),
    ("encoder/supplementary-*", (Kind.WRITTEN_FORM,)),
    ("encoder/*", (Kind.WRITTEN_FORM,)),
    ("related/*", (Kind.WRITTEN_FORM,)),
)

_READ: tuple[Row, ...] = (
    ("carried/a-tail-too-many*", (Kind.GRAMMAR,)),
    ("carried/bits-*", (Kind.BITS,)),
    ("carried/ed-*", (Kind.SURROGATE,)),
    ("carried/??-is-*", (Kind.OVERLONG,)),
    ("carried/errors-*", (Kind.IGNORED,)),
    ("carried/next-*", (Kind.SWALLOWED,)),
    ("carried/replacement-*", (Kind.ROW_3,)),
    ("characters/last-*", (Kind.NONCHARACTER,)),
    ("characters/u-10ffff*", (Kind.NONCHARACTER,)),
    ("characters/u-fdd0*", (Kind.NONCHARACTER,)),
    ("characters/u-fff[ef]*", (Kind.NONCHARACTER,)),
    ("characters/c1-*", (Kind.ROW_2,)),
    ("characters/u-0378*", (Kind.ROW_2,)),
    ("characters/planes-*", (Kind.ROW_4,)),
    ("characters/private-*", (Kind.ROW_3,)),
    ("characters/u-fffd-is-refused", (Kind.ROW_3,)),
    ("utf-16be/texts/every-u-feff*", (Kind.SIGNATURE, Kind.SIGNATURE_INSIDE)),
    ("characters/*dropped", (Kind.TEXT,)),
    ("characters/*", (Kind.ROW_1,)),
    ("counts/errors-*", _ANY_OCTET),
    ("counts/text-*", (Kind.TEXT,)),
    ("counts/the-64th*", (Kind.TEXT,)),
    ("counts/the-100th*", _LONGER),
    ("counts/*", (Kind.IGNORED,)),
    ("leads/a-tail*dropped", (Kind.IGNORED,)),
    ("leads/a-tail*", (Kind.GRAMMAR,)),
    ("leads/f[56]-is-a-lead", (Kind.BEYOND,)),
    ("leads/f5-to*", (Kind.FORBIDDEN,)),
    ("leads/f4-90*", (Kind.BEYOND,)),
    ("leads/four-octets-are-21*", (Kind.BEYOND,)),
    ("leads/*five-octets", (Kind.BEYOND,)),
    ("leads/six-octets", (Kind.BEYOND,)),
    ("leads/seven-octets", (Kind.FORBIDDEN,)),
    ("leads/ff-is-dropped", (Kind.IGNORED,)),
    ("leads/bad-octets*", (Kind.FORBIDDEN,)),
    ("leads/f[ef]-*", (Kind.FORBIDDEN,)),
    ("leads/e*", (Kind.ROW_3,)),
    ("leads/f*", (Kind.ROW_4,)),
    ("overlong/only-*", (Kind.OVERLONG,)),
    ("overlong/80-*", (Kind.ROW_2,)),
    ("overlong/c2-*", (Kind.ROW_2,)),
    ("overlong/800-*", (Kind.ROW_3,)),
    ("overlong/e1-*", (Kind.ROW_3,)),
    ("overlong/*refused", (Kind.ROW_4,)),
    ("overlong/f1-*", (Kind.ROW_4,)),
    ("policies/announced*", (Kind.SWALLOWED, Kind.COUNT)),
    ("policies/next-*", (Kind.SWALLOWED,)),
    ("policies/one-*", (Kind.SWALLOWED, Kind.COUNT)),
    ("policies/second-lead*", (Kind.COUNT,)),
    ("policies/errors-are-latin-1", (*_ANY_OCTET,)),
    ("policies/*drop*", (Kind.IGNORED,)),
    ("policies/ends-*", (Kind.IGNORED,)),
    ("policies/question*", (Kind.COUNT,)),
    ("policies/*", (Kind.COUNT,)),
    ("positions/above*", (Kind.BEYOND,)),
    ("positions/overlong*", (Kind.OVERLONG,)),
    ("positions/surrogates*", (Kind.SURROGATE,)),
    ("positions/cut-at*", (Kind.IGNORED,)),
    ("positions/cut-*", (Kind.GRAMMAR,)),
    ("positions/empty*", (Kind.TEXT,)),
    ("positions/low-*", (Kind.BITS,)),
    ("positions/refused*", _LONGER),
    ("positions/*", _ANY_OCTET),
    ("utf-8/surroundings/*", _ANY_OCTET),
    ("causes/*", (Kind.CAUSE,)),
    ("reports/length-*", (Kind.LENGTH,)),
    ("reports/offset-*", (Kind.PLACE,)),
    ("reports/replacement*", (Kind.IGNORED,)),
    ("reports/the-first*", (Kind.TEXT,)),
    ("reports/the-rest*", (Kind.IGNORED,)),
    ("utf-32*/signatures/*of-the-other-order-is-dropped", (Kind.IGNORED,)),
    ("signatures/*of-the-other-order-is-dropped", (Kind.TEXT,)),
    ("signatures/of-the-other-order-is-obeyed", (Kind.BYTE_ORDER,)),
    ("signatures/begun*", (Kind.IGNORED,)),
    ("signatures/two-are*", (Kind.SIGNATURE_INSIDE,)),
    ("signatures/two-octets*", (Kind.TEXT,)),
    ("signatures/behind-an-error*", (Kind.SIGNATURE_INSIDE,)),
    ("signatures/of-utf-16?e-is-obeyed", (Kind.FORBIDDEN,)),
    ("signatures/*", (Kind.SIGNATURE,)),
    ("surrogates/*refused", (Kind.ROW_3,)),
    ("surrogates/pairs-are-joined", (Kind.SURROGATE_PAIR,)),
    ("surrogates/are-dropped", (Kind.IGNORED,)),
    ("surrogates/become*", (Kind.IGNORED,)),
    ("*surrogates-pass", (Kind.SURROGATE,)),
    ("surrogates/*", (Kind.SURROGATE,)),
    ("tails/[8b][0f]-is-refused", _LONGER),
    ("tails/second-octet-of-three*", (Kind.TAIL, Kind.OVERLONG, Kind.SURROGATE)),
    ("tails/second-octet-of-four*", (Kind.TAIL, Kind.OVERLONG, Kind.BEYOND)),
    ("tails/e*", (Kind.ROW_3,)),
    ("tails/f*-is-*refused", (Kind.ROW_4,)),
    ("tails/f3-*", (Kind.ROW_4,)),
    ("tails/*", (Kind.TAIL,)),
    ("values/octets-are-latin-1", (Kind.BITS, Kind.GRAMMAR)),
    ("values/supplementary-are-dropped", (Kind.TEXT,)),
    ("values/*", (Kind.BITS,)),
    ("validators/a-cut*", (Kind.TRUNCATED,)),
    ("validators/any-form*", (Kind.OVERLONG, Kind.SURROGATE, Kind.BEYOND)),
    ("validators/bad-octets*", _ANY_OCTET),
    ("validators/five*", (Kind.BEYOND,)),
    ("validators/nul-is*", (Kind.ROW_1,)),
    ("validators/nul-ends*", (Kind.TEXT,)),
    ("validators/only-64*", (Kind.TEXT,)),
    ("validators/overlong*", (Kind.OVERLONG,)),
    ("validators/values-*", (Kind.BEYOND,)),
    ("overlong/*", (Kind.OVERLONG,)),
)

_WIDE: tuple[Row, ...] = (
    ("*/noncharacters-*", (Kind.NONCHARACTER,)),
    ("*u-feff-inside*", (Kind.SIGNATURE_INSIDE,)),
    ("pairs/are-joined", (Kind.SURROGATE_PAIR,)),
    ("pairs/10000*", (Kind.BITS,)),
    ("pairs/*nine-bits", (Kind.BITS,)),
    ("pairs/pairs-are-two-units", (Kind.BITS,)),
    ("pairs/units-are-compared*", (Kind.ROW_1,)),
    ("pairs/d7ff*", (Kind.ROW_1,)),
    ("pairs/e000*", (Kind.ROW_1,)),
    ("pairs/high-surrogates-end*", (Kind.ROW_2,)),
    ("pairs/low-surrogates-*", (Kind.ROW_2,)),
    ("pairs/pairs-are-refused", (Kind.ROW_2,)),
    ("pairs/*", (Kind.SURROGATE,)),
    ("repairs/a-pair*", (Kind.ROW_2,)),
    ("repairs/the-low-half*", (Kind.ROW_2,)),
    ("repairs/*", (Kind.SURROGATE,)),
    ("utf-16??/surroundings/*", (Kind.SURROGATE,)),
    ("texts/a-lone-surrogate-loses*", (Kind.SWALLOWED,)),
    ("texts/java-policy", (Kind.SWALLOWED, Kind.COUNT)),
    ("texts/a-lone*", (Kind.SURROGATE,)),
    ("texts/a-pair*", (Kind.ROW_2,)),
    ("texts/an-odd*-dropped", (Kind.IGNORED,)),
    ("texts/an-odd*", (Kind.TRUNCATED,)),
    ("texts/errors-*", (Kind.IGNORED,)),
    ("texts/u-fffd*", (Kind.ROW_1,)),
    ("texts/raw*", (Kind.SURROGATE, Kind.IGNORED)),
    ("texts/unit-policy", (Kind.COUNT,)),
    ("unmarked/inner*", (Kind.SIGNATURE_INSIDE,)),
    ("unmarked/second*", (Kind.SIGNATURE_INSIDE,)),
    ("unmarked/signature-of-utf-16*", (Kind.SIGNATURE,)),
    ("unmarked/signatures-are-swapped", (Kind.BYTE_ORDER,)),
    # In chunks of UTF-16 the first unit is not waited for.
    ("utf-16/unmarked/order-is-kept*", (Kind.BYTE_ORDER, Kind.CHUNKS)),
    ("unmarked/order-is-kept*", (Kind.BYTE_ORDER,)),
    ("unmarked/little-endian*", (Kind.BYTE_ORDER,)),
    ("unmarked/signature-*", (Kind.SIGNATURE,)),
    ("unmarked/zeros*", (Kind.SIGNATURE,)),
    ("unmarked/*", (Kind.UNMARKED,)),
    ("units/10ffff*", (Kind.NONCHARACTER,)),
    ("units/110000*", (Kind.BEYOND,)),
    ("units/a-rest-is-dropped", (Kind.IGNORED,)),
    ("units/a-rest*", (Kind.TRUNCATED,)),
    ("units/two-octets*", (Kind.IGNORED,)),
    ("units/two-high*", (Kind.BITS, Kind.BEYOND)),
    ("units/a-bad-unit*", (Kind.SURROGATE, Kind.BEYOND)),
    ("units/d7ff*", (Kind.ROW_1,)),
    ("units/e000*", (Kind.ROW_1,)),
    ("units/each-octet*", (Kind.COUNT,)),
    ("units/errors*", (Kind.IGNORED,)),
    ("units/reads-on*", (Kind.COUNT, Kind.TEXT)),
    ("units/too-large*", (Kind.IGNORED,)),
    ("units/pairs-are-joined", (Kind.SURROGATE,)),
    ("units/*surrogates*", (Kind.SURROGATE,)),
    ("units/d*-passes", (Kind.SURROGATE,)),
    ("units/*", (Kind.BEYOND,)),
)

_TEXTS: tuple[Row, ...] = (
    ("texts/*-becomes-*", (Kind.BITS,)),
    ("texts/singletons*", (Kind.BITS,)),
    ("texts/*", (Kind.TEXT,)),
)

_TABLE = (*_STREAMS, *_WRITTEN, *_WIDE, *_READ, *_TEXTS)


def _row(mutant: Mutant) -> Row | None:
    """Return the first row that fits a named fault."""
    name = mutant.id.partition("/")[2]
    table = _OTHERS if mutant.exposed_by[0].op in (Op.DETECT, Op.LABEL) else _TABLE
    keys = (mutant.id,) if table is _OTHERS else (name, mutant.id)
    return next((row for row in table if any(fnmatchcase(key, row[0]) for key in keys)), None)


def breaks(mutant: Mutant) -> frozenset[str]:
    """Return the requirements that a named fault breaks.

    Raises:
        UtfproofError: nothing is declared for it.
    """
    row = _row(mutant)
    if row is None:
        hint = "declare what it breaks in mutants/broken_rules.py"
        raise UtfproofError(f"nothing says which requirement {mutant.id} breaks", hint=hint)
    _, found = row
    settings = mutant.claims.settings(mutant.encoding)
    own = {kind for kind in found if isinstance(kind, str)}
    if settings:
        own |= {requirement(kind, settings) for kind in found if isinstance(kind, Kind)}
    return frozenset(own)
