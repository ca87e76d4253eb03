#!/bin/sh
# Write requirements-dev.lock: every package of the development environment with version and digests.
set -eu
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"$1/python" -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check pip-tools
"$tools/bin/pip-compile" --quiet --extra dev --strip-extras --generate-hashes --allow-unsafe \
  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-annotate --no-header \
  --output-file "$tools/lock" pyproject.toml
{
  echo '# The development environment, pinned: written by `make lock`, installed by every other target of make.'
  # The extras name utfproof itself; it is installed from the checkout.
  sed -e '/^utfproof @/d' -e '/^# /d' "$tools/lock"
} > requirements-dev.lock
