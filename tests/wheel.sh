#!/bin/sh
# Builds the wheel, installs it into a fresh environment, and runs the tests against it there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/.venv/bin/python" -m build --quiet --wheel --outdir "$scratch/dist" "$root"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    "$(echo "$scratch"/dist/*.whl)[test]"
cp -r "$root/tests" "$root/pyproject.toml" "$scratch/"
cd "$scratch"
"$scratch/venv/bin/python" -c 'import utfproof; assert "site-packages" in utfproof.__file__'
"$scratch/venv/bin/python" -m pytest -n auto --dist loadfile "$@"
