#!/bin/sh
# Installs what the shipped adapters and the tests of the pages can use and this machine lacks
# (Debian, Ubuntu).
set -eu
packages=""
program() { command -v "$1" >/dev/null 2>&1 || packages="$packages $2"; }
library() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed$' || packages="$packages $1"; }
program cc "gcc libc6-dev"
program c++ g++
program make make
program pkg-config pkg-config
program python3 "python3 python3-venv"
program cargo cargo
program go golang-go
program javac default-jdk-headless
program mvn maven
program node nodejs
program npm npm
program perl perl
program php php-cli
program ruby ruby
program lua5.4 lua5.4
program tclsh tcl
program mcs mono-mcs
program mono mono-runtime
program chromium chromium
program bwrap bubblewrap
for name in libicu-dev libglib2.0-dev libunistring-dev libutf8proc-dev libexpat1-dev libsqlite3-dev \
  libxml2-dev libjansson-dev libjson-c-dev libyaml-dev libcmark-dev libgumbo-dev libutfcpp-dev \
  libboost-locale-dev libboost-nowide-dev libsimdjson-dev rapidjson-dev tcl-dev \
  php-mbstring php-intl; do
  library "$name"
done
root=""
[ "$(id -u)" -eq 0 ] || root=sudo
fetched() {
  $root apt-get update -q
  DEBIAN_FRONTEND=noninteractive $root apt-get install -y -q --no-install-recommends "$@"
}
# shellcheck disable=SC2086  # the list is meant to be split
if [ -n "$packages" ]; then fetched $packages; else echo "toolchains: nothing is missing"; fi

# Other processors, which `--cpu` asks for: a machine without them runs all else.
packages=""
program qemu-s390x qemu-user
for name in aarch64-linux-gnu arm-linux-gnueabihf powerpc64le-linux-gnu riscv64-linux-gnu s390x-linux-gnu; do
  program "$name-g++" "g++-$name"
done
# shellcheck disable=SC2086  # the list is meant to be split
[ -z "$packages" ] || fetched $packages || echo "toolchains: not to be had: $packages"
# Debian's Rust has the standard library of one processor.
if command -v rustup >/dev/null 2>&1; then
  for target in aarch64-unknown-linux-gnu armv7-unknown-linux-gnueabihf powerpc64le-unknown-linux-gnu \
    riscv64gc-unknown-linux-gnu s390x-unknown-linux-gnu; do
    rustup target add "$target" || echo "toolchains: not to be had: Rust for $target"
  done
fi
