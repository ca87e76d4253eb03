"""The settings of an encoding without a manifest: by its name, with a profile or not."""

from __future__ import annotations

from utfproof.errors import UsageError
from utfproof.model.encoding import Encoding
from utfproof.model.profile import PROFILES, WHATWG, Claims, Profile, Settings

_ENCODINGS = [encoding for encoding in Encoding if encoding is not Encoding.NONE]


def default_settings(encoding: str, profile: str | None = None) -> Settings:
    """Return the settings of an encoding under a profile, or under the standard that defines it.

    Raises:
        UsageError: no such encoding or profile, or a profile that says nothing of the encoding.
    """
    found = _encoding(encoding)
    speak = [each for each in PROFILES.values() if found in each.encodings]
    chosen = _profile(profile, found, speak) if profile else _standard(speak)
    settings = Claims((chosen.name,)).settings(found)
    assert settings is not None  # noqa: S101  (the profile was chosen because it speaks for it)
    return settings


def _encoding(name: str) -> Encoding:
    for encoding in _ENCODINGS:
        if encoding.lower() == name.lower():
            return encoding
    hint = f"there are {', '.join(_ENCODINGS)}"
    raise UsageError(f"no encoding is called {name!a}", hint=hint)


def _profile(name: str, encoding: Encoding, speak: list[Profile]) -> Profile:
    for each in speak:
        if each.name == name:
            return each
    words = "says nothing of" if name in PROFILES else "is no profile for"
    hint = f"for it there are {', '.join(each.name for each in speak)}"
    raise UsageError(f"{name!a} {words} {encoding}", hint=hint)


def _standard(speak: list[Profile]) -> Profile:
    """Choose the first profile that is a document of the encoding itself; the web's is not."""
    return next(each for each in speak if each.name != WHATWG)
