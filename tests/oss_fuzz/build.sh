#!/bin/bash -eu
# Builds the fuzzers in an image of OSS-Fuzz or ClusterFuzzLite, which sets SRC and OUT.
cd "$SRC/utfproof"
python3 -m pip install '.[fuzz]'

# What is under test is the interfaces of an adapter, as the conformance suite asks them.
interfaces="$PWD/adapters/python_cpython:$PWD/adapters/kit/python"
export PYTHONPATH="$interfaces"

names=()
for fuzzer in tests/oss_fuzz/*_fuzzer.py; do
  name=$(basename "$fuzzer" .py)
  compile_python_fuzzer "$fuzzer" --paths "$interfaces"
  cp tests/oss_fuzz/fuzzers.options "$OUT/$name.options"
  names+=("$name")
done
python3 tests/oss_fuzz/provisions.py "$OUT" "${names[@]}"
