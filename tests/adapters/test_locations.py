"""Where builds are kept."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from utfproof import locations
from utfproof.errors import UsageError


def test_a_user_without_a_home_is_told_how_to_name_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UTFPROOF_CACHE", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: "~/.cache/utfproof")
    with pytest.raises(UsageError, match=r"no home.*set UTFPROOF_CACHE"):
        locations.cache()
    monkeypatch.setenv("UTFPROOF_CACHE", "here")
    assert locations.cache() == Path.cwd() / "here"
