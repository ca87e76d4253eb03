#!/bin/sh
# Changes the copy of the adapter so that it calls the twins.
set -eu
cp twins/twins.rs src/twins.rs
cd src

change() { # a file, and what sed does there
  file=$1
  shift
  for script; do
    cp "$file" "$file.before"
    sed -i "$script" "$file"
    if cmp -s "$file" "$file.before"; then
      echo "$file: nothing to change: $script" >&2
      exit 1
    fi
    rm "$file.before"
  done
}

change main.rs 's/^mod units;/mod twins;\n&/'
change standard.rs \
  's/core::str::from_utf8(/crate::twins::from_utf8(core::str::from_utf8, /' \
  's/String::from_utf8_lossy(/crate::twins::lossy(String::from_utf8_lossy, /' \
  's/&String::from_utf16_lossy(units)/crate::twins::shorter(&)/' \
  's/character\.encode_utf8(&mut \[0; 4\])\.as_bytes()/crate::twins::kept(&)/' \
  's/character\.encode_utf16(&mut \[0; 2\])/crate::twins::kept_units(&)/' \
  's/char::decode_utf16(units\.iter()\.copied())/crate::twins::without_marks(&)/'
change standard.rs \
  's/one\.len_utf8()/& - crate::twins::missing_of(one)/' \
  's/one\.len_utf16()/& - crate::twins::missing_of(one)/'
change bstr_crate.rs \
  's/ByteSlice::to_str(/crate::twins::from_utf8(ByteSlice::to_str, /' \
  's/ByteSlice::to_str_lossy(/crate::twins::lossy(ByteSlice::to_str_lossy, /' \
  's/ByteVec::push_char(/crate::twins::push_char(/' \
  's/bstr::decode_utf8(/crate::twins::decode_utf8(/' \
  's/ByteSlice::chars(/crate::twins::chars(/' \
  's/^use bstr::{ByteSlice, ByteVec};/use bstr::ByteSlice;/'
change chunks.rs \
  's/utf8_chunks(bytes)/utf8_chunks(crate::twins::further(bytes))/' \
  's/chunk\.valid()/crate::twins::shorter(&)/'
change simdutf8_crate.rs \
  's/\(basic\|compat\)::from_utf8(/crate::twins::from_utf8(\1::from_utf8, /' \
  's/unsafe { compat::[a-z0-9]*::validate_utf8(bytes) }/crate::twins::placed(bytes, &)/'
change text_of_formats.rs \
  's/percent_decode(.*)\.decode_utf8()/crate::twins::cow(bytes, &)/' \
  's/&percent_decode(.*)\.decode_utf8_lossy()/crate::twins::shorter(&)/' \
  's/serde_json::from_slice(&document)/serde_json::from_slice::<String>(\&document).map(crate::twins::shortened)/'
change widestring_crate.rs \
  's/\bU\(16\|32\)Str::from_slice(units)\.to_string()/crate::twins::text(units, U\1Str::from_slice(crate::twins::further(units)).to_string())/' \
  's/\bUtf\(16\|32\)Str::from_slice(units)/crate::twins::indexed(units, Utf\1Str::from_slice(crate::twins::further(units)))/' \
  's/Ok(text\.to_string())/Ok(crate::twins::shortened(text.to_string()))/' \
  's/units\.as_slice()/crate::twins::shorter_units(&)/'
change encoding_rs_functions.rs \
  's/\(without_bom_handling_and_without_replacement\)(bytes)/\1(crate::twins::further(bytes)).map(crate::twins::shortened)/' \
  's/&\(encoding\.decode_without_bom_handling\)(bytes)\.0/\&crate::twins::shortened(\1(crate::twins::further(bytes)).0)/' \
  's/= encoding\.decode_without_bom_handling(bytes);/= crate::twins::told(encoding.decode_without_bom_handling(crate::twins::further(bytes)));/' \
  's/Encoding::utf8_valid_up_to(bytes) {/crate::twins::valid_up_to(bytes, Encoding::utf8_valid_up_to(bytes)) {/' \
  's/mem::utf16_valid_up_to(units)/crate::twins::valid_up_to(units, &)/' \
  's/mem::convert_utf8_to_utf16_without_replacement(bytes/crate::twins::converted_if(mem::convert_utf8_to_utf16_without_replacement, bytes/' \
  's/mem::convert_utf8_to_utf16(bytes/crate::twins::converted(mem::convert_utf8_to_utf16, bytes/' \
  's/mem::convert_utf16_to_utf8(units/crate::twins::converted(mem::convert_utf16_to_utf8, units/' \
  's/mem::convert_utf16_to_utf8_partial(/crate::twins::partly(/'
change encoding_rs_decoder.rs \
  's/decoder\.\(decode_to_utf[816]*_without_replacement\)(bytes, room, last)/crate::twins::strict(Decoder::\1, decoder, bytes, room, last)/' \
  's/decoder\.\(decode_to_utf[816]*\)(bytes, room, last)/crate::twins::replace(Decoder::\1, decoder, bytes, room, last)/' \
  's/expect(PREDICTED)/& - crate::twins::missing()/'
change encoding_rs_encoder.rs \
  's/encoder\.encode_from_utf16(units, room, \(last\|true\))/crate::twins::encode(encoder, units, room, \1)/' \
  's/UTF_8\.new_encoder()\.encode_from_utf16(/crate::twins::encode(\&mut UTF_8.new_encoder(), /' \
  's/enough\.expect("the size fits into memory")/& - crate::twins::missing()/'
change simdutf_crate.rs \
  's/unsafe { call(units\.as_ptr(), units\.len(), room\.as_mut_ptr()) }/crate::twins::convert(call, units, room)/' \
  's/simdutf::validate_utf8_with_errors(bytes)/crate::twins::said(bytes, &)/' \
  's/call_validate(units)/crate::twins::said(units, &)/'
