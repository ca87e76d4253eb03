#!/bin/sh
# Makes a folder for all that Chromium and its driver write, says its name, and removes it when stdin ends: when the
# adapter is gone, however it ended. Chromium goes then too, but may for a while make anew what was removed.
trap '' PIPE # the adapter may be gone before it is told the name
folder=$(mktemp -d "${TMPDIR:-/tmp}/utfproof-chromium-XXXXXX") || exit 1
echo "$folder"
cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$folder" 2>/dev/null
  sleep 0.5
done
rm -rf "$folder"
