#!/bin/bash -eu
exec "$SRC/utfproof/tests/oss_fuzz/build.sh"
