// Under test: what the language and its library do with a string that is not UTF-8: a range loop, the conversions
// []rune(s) and string(runes), strings.ToValidUTF8, bytes.ToValidUTF8, and a string in JSON.
//
// None of them reports an error. encoding/json has no room for the bytes 00 to 1F, 22 and 5C, which JSON escapes.
package main

import (
	"bytes"
	"encoding/json"
	"strings"
)

const replacement = "\uFFFD"

var rangeLoop = codec{"range", []offer{
	{"decode UTF-8 replace", onBytes(rangeOver)},
	{"decode-within UTF-8 replace", onMiddle(rangeOver)},
}}

var conversion = codec{"conversion", []offer{
	{"decode UTF-8 replace", onBytes(toRunes)},
	{"decode-within UTF-8 replace", onMiddle(toRunes)},
	{"encode UTF-8 replace", onPoints(toString)},
}}

var toValidUTF8 = codec{"ToValidUTF8", []offer{
	{"decode UTF-8 replace", onBytes(replaceInString(replacement))},
	{"decode UTF-8 skip", onBytes(replaceInString(""))},
	{"decode-within UTF-8 replace", onMiddle(replaceInString(replacement))},
	{"decode-within UTF-8 skip", onMiddle(replaceInString(""))},
}}

var bytesToValidUTF8 = codec{"bytes-ToValidUTF8", []offer{
	{"decode UTF-8 replace", onBytes(replaceInBytes(replacement))},
	{"decode UTF-8 skip", onBytes(replaceInBytes(""))},
	{"decode-within UTF-8 replace", onMiddle(replaceInBytes(replacement))},
	{"decode-within UTF-8 skip", onMiddle(replaceInBytes(""))},
}}

var encodingJSON = codec{"encoding-json", []offer{
	{"decode UTF-8 replace", onBytes(unmarshal)},
	{"decode-within UTF-8 replace", onMiddle(unmarshal)},
}}

func rangeOver(out, input []byte) []byte {
	text := string(input)
	out = append(out, "ok"...)
	for _, point := range text {
		out = appendPoint(out, point)
	}
	return out
}

func toRunes(out, input []byte) []byte {
	out = append(out, "ok"...)
	runes := []rune(string(input))
	for _, point := range runes {
		out = appendPoint(out, point)
	}
	return out
}

func toString(out []byte, points []uint32) []byte {
	runes, why := runesOf(points)
	if why != "" {
		return append(out, why...)
	}
	return appendBytes(append(out, "ok "...), []byte(string(runes)))
}

func replaceInString(replacement string) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		text := strings.ToValidUTF8(string(input), replacement)
		return appendText(append(out, "ok"...), []byte(text))
	}
}

func replaceInBytes(replacement string) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		return appendText(append(out, "ok"...), bytes.ToValidUTF8(input, []byte(replacement)))
	}
}

func unmarshal(out, input []byte) []byte {
	quoted := append(append([]byte{'"'}, input...), '"')
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return append(out, "error ? ?"...)
	}
	return appendText(append(out, "ok"...), []byte(text))
}
