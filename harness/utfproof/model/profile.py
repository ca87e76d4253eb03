"""Profiles: the claims of codecs, and the settings that follow for each encoding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from utfproof.model.contract import Contract, Demand, Deviation
from utfproof.model.encoding import Encoding, Scheme, facts


class Units(StrEnum):
    """The input of an encoder: code points, or UTF-16 units in which a pair is one character."""

    CODE_POINTS = "code-points"
    UTF_16 = "utf-16"


class Unmarked(StrEnum):
    """How UTF-16 and UTF-32 without a signature are read."""

    BIG = "big"
    LITTLE = "little"
    REFUSE = "refuse"


class SurrogateOutput(StrEnum):
    """The output of an encoder in replace mode for a code point that it cannot encode."""

    REPLACE = "replace"
    QUESTION_MARK = "question-mark"
    REFUSE = "refuse"


class Policy(StrEnum):
    """How much one U+FFFD stands for; `java` is one policy for each family of encodings.

    `whatwg` is the policy of the Encoding Standard in UTF-16. In UTF-8 that standard and Unicode
    have the same one, `maximal-subpart`.
    """

    MAXIMAL_SUBPART = "maximal-subpart"
    BYTE = "byte"
    RUN = "run"
    LEAD_4 = "lead-4"
    LEAD_4_SINGLE = "lead-4-single"
    LEAD_6 = "lead-6"
    JAVA = "java"
    TWO_BYTE = "two-byte"
    WHATWG = "whatwg"
    UNIT = "unit"
    DROP_ODD = "drop-odd"
    RAW = "raw"


class Signatures(StrEnum):
    """The treatment of an initial U+FEFF."""

    KEEP = "keep"
    STRIP = "strip"
    FORBIDDEN = "forbidden"
    SNIFF = "sniff"


_UTF8 = frozenset({Encoding.UTF_8})
_UTF16 = frozenset({Encoding.UTF_16, Encoding.UTF_16BE, Encoding.UTF_16LE})
_UTF32 = frozenset({Encoding.UTF_32, Encoding.UTF_32BE, Encoding.UTF_32LE})
_UNORDERED = frozenset({Encoding.UTF_16, Encoding.UTF_32})


@dataclass(frozen=True, slots=True)
class Profile:
    """A named promise: the encodings it speaks for, and the settings that it fixes in them."""

    name: str
    encodings: frozenset[Encoding]
    scheme: Scheme | None = None
    replacement: Mapping[Encoding, str] = field(default_factory=dict)
    strips: bool = False
    surrogate_output: SurrogateOutput | None = None
    prompt: bool = False


UNICODE = "unicode"
"""The name of the profile of the Unicode Standard."""
WHATWG = "whatwg"
"""The name of the profile of the Encoding Standard."""

PROMPT = "prompt"
"""The option `delivery` of a codec that documents to hold back undecided input alone."""
FILLED = "filled"
"""The option `room` of an encoder that documents to stop only where nothing more fits."""
EXACT = "exact"
"""The options `cause` and `size`: which errors are truncated is documented, or the very size."""

PROFILES = {
    profile.name: profile
    for profile in (
        Profile("rfc3629", _UTF8),
        Profile(UNICODE, _UTF8, replacement={Encoding.UTF_8: Policy.MAXIMAL_SUBPART.value}),
        Profile(
            WHATWG,
            frozenset({Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_16LE}),
            replacement={
                Encoding.UTF_8: Policy.MAXIMAL_SUBPART.value,
                Encoding.UTF_16BE: Policy.WHATWG.value,
                Encoding.UTF_16LE: Policy.WHATWG.value,
            },
            strips=True,
            surrogate_output=SurrogateOutput.REPLACE,
            prompt=True,
        ),
        Profile("rfc2781", _UTF16),
        Profile("iso10646", _UTF8 | _UTF16 | _UTF32),
        Profile("rfc2279", _UTF8, scheme=Scheme.RFC_2279),
        Profile("ucs-2", frozenset({Encoding.UCS_2})),
        Profile("ucs-4", frozenset({Encoding.UCS_4})),
        Profile("cesu-8", frozenset({Encoding.CESU_8})),
        Profile("mutf-8", frozenset({Encoding.MUTF_8})),
        Profile("wtf-8", frozenset({Encoding.WTF_8})),
        Profile("generalized-utf-8", _UTF8, scheme=Scheme.GENERALIZED_UTF_8),
    )
}

LENGTH_IS_FIXED = frozenset({UNICODE, WHATWG})
"""Profiles under which the length of a reported error is judged (verdicts.md)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The promises of one codec for one encoding.

    `replacement` is None where neither profile nor manifest fixes a policy: then replaced output
    is judged by properties. `unmarked` is None where the manifest leaves it open: then it is
    big-endian, and the other order is an alternative. `declared` is true where the manifest or the
    profile settles the treatment of signatures, so that another treatment is a failure.
    `recommended` is true where the policy is a recommendation of the profile's document that the
    codec's own documentation does not repeat (Unicode 3.9: a best practice): another number of
    U+FFFD breaks a SHOULD. `excludes` are the octets that the format around the text keeps from the
    codec, `longest` how many octets a decoder can be given at once (None: any number). `demands`
    and `encoder_demands` are those of the codec's contract, on octets and on code points,
    `deviations` what it documents to do otherwise. `prompt` is true where each chunk has to bring
    all that the input so far decides, `fills` where an encoder has to use its room to the last
    character that fits, `causes` where the stated cause of an error has to be the right one,
    `sizes` where the predicted size of the output has to be the very size.
    """

    profile: str
    encoding: Encoding
    scheme: Scheme
    signatures: Signatures
    declared: bool
    unmarked: Unmarked | None
    replacement: str | None
    units: Units
    surrogate_output: SurrogateOutput | None
    excludes: frozenset[int]
    longest: int | None = None
    recommended: bool = False
    demands: tuple[Demand, ...] = ()
    encoder_demands: tuple[Demand, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    prompt: bool = False
    fills: bool = False
    causes: bool = False
    sizes: bool = False

    @property
    def narrows(self) -> bool:
        """True when some inputs must not be sent to the codec."""
        return bool(self.excludes) or self.longest is not None or self.demanding

    @property
    def demanding(self) -> bool:
        """True when the codec's contract leaves some inputs out."""
        return bool(self.demands or self.encoder_demands)

    @property
    def fixes_length(self) -> bool:
        """True when a document settles how long an error is; else any length may be told."""
        return self.profile in LENGTH_IS_FIXED or self.replacement is not None

    @property
    def strips(self) -> bool:
        """True when an initial signature is no part of the text."""
        return self.signatures in (Signatures.STRIP, Signatures.SNIFF)

    def excludes_length(self, octets: int) -> bool:
        """Tell whether the codec demands whole code units, and so many octets are none."""
        return Demand.WHOLE_UNITS in self.demands and octets % facts(self.scheme).unit != 0

    def for_decoding(self) -> Settings:
        """Drop the settings of encoders, so that plans can be shared."""
        return replace(self, surrogate_output=None, encoder_demands=(), fills=False)

    def for_encoding(self) -> Settings:
        """Drop the settings of decoders, so that plans can be shared."""
        return replace(
            self,
            signatures=Signatures.KEEP,
            declared=False,
            unmarked=None,
            replacement=None,
            recommended=False,
            demands=(),
            causes=False,
        )

    def owns(self, profile: str | None) -> bool:
        """Tell whether cases of a profile (None: the encoding's standard rules) apply."""
        if profile is None:
            return self.scheme.value == self.encoding.value
        return profile == self.profile


Option = str | tuple[str, ...] | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Claims:
    """The profiles, options and contract that an adapter.yaml declares for a codec."""

    profiles: tuple[str, ...] = ("rfc3629",)
    options: Mapping[str, Option] = field(default_factory=dict)
    excludes: frozenset[int] = frozenset()
    longest: int | None = None
    contract: Contract = field(default_factory=Contract)

    def option(self, name: str, encoding: Encoding) -> str | None:
        """Return an option's value for an encoding, or None when it is not declared."""
        value = self.options.get(name)
        if isinstance(value, Mapping):
            return value.get(encoding.value)
        return value if isinstance(value, str) else None

    def profile_of(self, encoding: Encoding) -> Profile | None:
        """Return the first profile that speaks for an encoding."""
        for name in self.profiles:
            if encoding in PROFILES[name].encodings:
                return PROFILES[name]
        return None

    def settings(self, encoding: Encoding) -> Settings | None:
        """Return the settings for an encoding; None when no profile speaks for it."""
        profile = self.profile_of(encoding)
        if profile is None:
            return None
        signatures = self.option("signature", encoding)
        # A signature that rules the byte order is no text (ISO/IEC 10646 clauses 10.5 and 10.8).
        strips = profile.strips or encoding in _UNORDERED
        default = Signatures.STRIP if strips else Signatures.KEEP
        replacement = self.option("replacement", encoding) or profile.replacement.get(encoding)
        unmarked = self.option("unmarked", encoding)
        surrogates = self.option("surrogate-output", encoding) or profile.surrogate_output
        return Settings(
            profile=profile.name,
            encoding=encoding,
            scheme=profile.scheme or Scheme(encoding.value),
            signatures=Signatures(signatures) if signatures else default,
            declared=bool(signatures) or strips,
            unmarked=Unmarked(unmarked) if unmarked else None,
            # `own` says that no known policy is followed: nothing is fixed then.
            replacement=None if replacement == "own" else replacement,
            units=Units(self.option("units", encoding) or Units.CODE_POINTS),
            surrogate_output=SurrogateOutput(surrogates) if surrogates else None,
            excludes=self.excludes,
            longest=self.longest,
            recommended=profile.name == UNICODE and not self.option("replacement", encoding),
            demands=self.contract.of_decoders(encoding.value),
            encoder_demands=self.contract.of_encoders(encoding.value),
            deviations=self.contract.announced_in(encoding.value),
            prompt=profile.prompt or self.option("delivery", encoding) == PROMPT,
            fills=self.option("room", encoding) == FILLED,
            causes=self.option("cause", encoding) == EXACT,
            sizes=self.option("size", encoding) == EXACT,
        )
