#!/bin/sh
# Builds the adapter into the cache folder; pkg-config says where the library is.
set -eu
# shellcheck disable=SC2046  # what pkg-config says is meant to be split
cc -O2 -std=c11 -Wall -Wextra -I../kit/c $(pkg-config --cflags tcl) -o "$1/utfproof-c_tcl" \
  main.c ../kit/c/*.c $(pkg-config --libs tcl)
