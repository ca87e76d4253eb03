#!/bin/sh
# Changes the copy of the adapter so that it calls the twins.
set -eu
twins=utfproof/adapters/go/twins

imports() { # a file, and the packages of it that have twins
  file=$1
  shift
  for package; do
    sed -i "s,^\\(import \\|\\t\\)\"$package\",\\1\"$twins/${package##*/}\"," "$file"
  done
}

imports utf8.go unicode/utf8
imports utf16.go unicode/utf16
imports sizes.go unicode/utf8 unicode/utf16
imports bufio.go bufio
imports text.go bytes encoding/json strings

for file in xtext_decode.go xtext_encode.go; do
  sed -i -e "s,^package main,&\\n\\nimport \"$twins/xtext\"," \
    -e 's,\bfresh(),xtext.Twin(&),' \
    -e 's,\btransform\.Bytes,xtext.Bytes,' \
    -e 's,encoding\.UTF8Validator\.Transform,xtext.Twin(encoding.UTF8Validator).Transform,' "$file"
done
