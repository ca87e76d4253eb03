// Under test: what the language and its library do with a string that is not UTF-8: a range loop, the conversions
// []rune(s) and string(runes), strings.ToValidUTF8, bytes.ToValidUTF8, and a string in JSON.
//
// None of them reports an error. encoding/json has no room for the bytes 00 to 1F, 22 and 5C, which JSON escapes.
package main

import (
	"bytes"
	"encoding/json"
	"strings"

	"utfproof/guarded"
)

const replacement = "\uFFFD"

var rangeLoop = codec{"range", []offer{
	{"decode UTF-8 replace", onText(rangeOver)},
	{"decode-within UTF-8 replace", onMiddleText(rangeOver)},
}}

var conversion = codec{"conversion", []offer{
	{"decode UTF-8 replace", onText(toRunes)},
	{"decode-within UTF-8 replace", onMiddleText(toRunes)},
	{"encode UTF-8 replace", onPoints(toString)},
}}

var toValidUTF8 = codec{"ToValidUTF8", []offer{
	{"decode UTF-8 replace", onText(replaceInString(replacement))},
	{"decode UTF-8 skip", onText(replaceInString(""))},
	{"decode-within UTF-8 replace", onMiddleText(replaceInString(replacement))},
	{"decode-within UTF-8 skip", onMiddleText(replaceInString(""))},
}}

var bytesToValidUTF8 = codec{"bytes-ToValidUTF8", []offer{
	{"decode UTF-8 replace", onBytes(replaceInBytes(replacement))},
	{"decode UTF-8 skip", onBytes(replaceInBytes(""))},
	{"decode-within UTF-8 replace", onMiddle(replaceInBytes(replacement))},
	{"decode-within UTF-8 skip", onMiddle(replaceInBytes(""))},
}}

var encodingJSON = codec{"encoding-json", []offer{
	{"decode UTF-8 replace", onBytes(unmarshal)},
}}

func rangeOver(out []byte, text string) []byte {
	out = append(out, "ok"...)
	for _, point := range text {
		out = appendPoint(out, point)
	}
	return out
}

func toRunes(out []byte, text string) []byte {
	out = append(out, "ok"...)
	runes := []rune(text)
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

func replaceInString(replacement string) func(out []byte, text string) []byte {
	return func(out []byte, text string) []byte {
		return appendText(append(out, "ok"...), []byte(strings.ToValidUTF8(text, replacement)))
	}
}

func replaceInBytes(replacement string) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		return appendText(append(out, "ok"...), bytes.ToValidUTF8(input, []byte(replacement)))
	}
}

func unmarshal(out, input []byte) []byte {
	quoted := guarded.Copy(append(append([]byte{'"'}, input...), '"'))
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return append(out, "error ? ?"...)
	}
	return appendText(append(out, "ok"...), []byte(text))
}
