#!/bin/sh
# Installs what the shipped adapters and the tests of the pages can use and this machine lacks
# (Debian, Ubuntu).
set -eu
packages=""
want() { command -v "$1" >/dev/null 2>&1 || packages="$packages $2"; }
want cc "gcc libc6-dev"
want make make
want python3 "python3 python3-venv"
want cargo cargo
want go golang-go
want javac default-jdk-headless
want node nodejs
want perl perl
want chromium chromium
[ -n "$packages" ] || { echo "toolchains: nothing is missing"; exit 0; }
root=""
[ "$(id -u)" -eq 0 ] || root=sudo
$root apt-get update -q
# shellcheck disable=SC2086  # the list is meant to be split
DEBIAN_FRONTEND=noninteractive $root apt-get install -y -q --no-install-recommends $packages
