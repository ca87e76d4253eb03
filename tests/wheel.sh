#!/bin/sh
# Builds the wheel, installs it into a fresh environment, and runs the tests against it there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/.venv/bin/python" -m build --quiet --wheel --outdir "$scratch/dist" "$root"
"$root/.venv/bin/python" -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    "$(echo "$scratch"/dist/*.whl)[cluster,fuzz,test]"
for part in tests pyproject.toml requirements-dev.lock Makefile action.yml examples .clusterfuzzlite; do
    cp -r "$root/$part" "$scratch/"
done
cd "$scratch"
"$scratch/venv/bin/python" -c 'import utfproof; assert "site-packages" in utfproof.__file__'
# Adapters are built and found from where the wheel puts them, with what they share and what is known of them.
"$scratch/venv/bin/utfproof" certify c_glibc/mbrtowc js_node/isUtf8 python_cpython/surrogatepass \
    perl/utf8-decode --out "$scratch/run" >/dev/null
"$scratch/venv/bin/python" -m pytest -n auto --dist loadfile "$@"
