"""Speaks another version of the protocol."""

from __future__ import annotations

import honest

honest.converse(hello=honest.HELLO.replace('"protocol":1', '"protocol":2'))
