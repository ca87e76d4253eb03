#!/bin/sh
# Builds the twins into the cache folder.
set -eu
# shellcheck disable=SC2046  # what pkg-config says is meant to be split
cc -O1 -std=gnu11 -Wall -Wextra -Wl,-z,lazy -shared -fPIC $(pkg-config --cflags tcl) -o "$1/twins.so" twins.c
