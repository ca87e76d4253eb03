"""Says another name than its adapter.yaml, and names a codec that is not there."""

from __future__ import annotations

import honest

honest.converse(hello=honest.HELLO.replace('"fake"', '"feint"'))
