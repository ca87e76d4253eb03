// Under test: package unicode/utf8, over []byte and, in functions with code of their own, over string.
//
// Valid and ValidString do not say where the text is ill-formed, hence "error ? ?" and a sweep without offsets.
// DecodeRune gives width 1 for every encoding that is invalid, and that is the length of each error.
package main

import (
	"unicode/utf8"

	"utfproof/guarded"
)

var unicodeUTF8 = codec{"unicode-utf8", []offer{
	{"decode UTF-8 strict", onBytes(decodeRunes)},
	{"decode UTF-8 replace", onBytes(replaceRunes)},
	{"decode-replaced UTF-8 replace", onBytes(tellRunes)},
	{"decode-within UTF-8 strict", onMiddle(decodeRunes)},
	{"decode-within UTF-8 replace", onMiddle(replaceRunes)},
	{"validate UTF-8 strict", onBytes(validate)},
	{"validate-cause UTF-8 strict", onBytes(validateRunes)},
	{"encode UTF-8 strict", onPoints(encodeValidRunes)},
	{"encode UTF-8 replace", onPoints(encodeRunes)},
	{"decode-size UTF-8 replace", onBytes(countRunes)},
	{"encode-size UTF-8 strict", onPoints(measureUTF8)},
	{"sweep UTF-8 strict", sweep(sweepValid)},
}}

var unicodeUTF8String = codec{"unicode-utf8-string", []offer{
	{"decode UTF-8 strict", onText(decodeRunesInString)},
	{"decode UTF-8 replace", onText(replaceRunesInString)},
	{"decode-replaced UTF-8 replace", onText(tellRunesInString)},
	{"decode-within UTF-8 strict", onMiddleText(decodeRunesInString)},
	{"decode-within UTF-8 replace", onMiddleText(replaceRunesInString)},
	{"validate UTF-8 strict", onText(validateString)},
	{"validate-cause UTF-8 strict", onText(validateRunesInString)},
	{"decode-size UTF-8 replace", onText(countRunesInString)},
	{"sweep UTF-8 strict", sweep(sweepRunesInString)},
}}

func decodeRunes(out, input []byte) []byte {
	start := len(out)
	out = append(out, "ok"...)
	for offset := 0; offset < len(input); {
		point, size := utf8.DecodeRune(input[offset:])
		if point == utf8.RuneError && size == 1 {
			return refuse(out, start, offset, size)
		}
		out = appendPoint(out, point)
		offset += size
	}
	return out
}

// validateRunes asks FullRune about the rest that DecodeRune refuses: an invalid encoding is a full rune to it.
func validateRunes(out, input []byte) []byte {
	start := len(out)
	out = append(out, "ok"...)
	for offset := 0; offset < len(input); {
		point, size := utf8.DecodeRune(input[offset:])
		if point == utf8.RuneError && size == 1 {
			return appendCause(refuse(out, start, offset, size), !utf8.FullRune(input[offset:]))
		}
		offset += size
	}
	return out
}

func replaceRunes(out, input []byte) []byte {
	out = append(out, "ok"...)
	for len(input) > 0 {
		point, size := utf8.DecodeRune(input)
		out = appendPoint(out, point)
		input = input[size:]
	}
	return out
}

// tellRunes counts the runes of width 1 that are RuneError: "both are impossible results for correct, non-empty UTF-8".
func tellRunes(out, input []byte) []byte {
	var text []byte
	replaced := 0
	for len(input) > 0 {
		point, size := utf8.DecodeRune(input)
		if point == utf8.RuneError && size == 1 {
			replaced++
		}
		text = appendPoint(text, point)
		input = input[size:]
	}
	return appendReplaced(out, replaced, text)
}

func validate(out, input []byte) []byte {
	if utf8.Valid(input) {
		return append(out, "ok"...)
	}
	return append(out, "error ? ?"...)
}

// encodeValidRunes asks ValidRune, which documents what "can be legally encoded", before AppendRune.
func encodeValidRunes(out []byte, points []uint32) []byte {
	runes, why := runesOf(points)
	if why != "" {
		return append(out, why...)
	}
	encoded := make([]byte, 0, len(runes)*utf8.UTFMax)
	for i, point := range runes {
		if !utf8.ValidRune(point) {
			return appendPlace(append(out, "error"...), i)
		}
		encoded = utf8.AppendRune(encoded, point)
	}
	return appendBytes(append(out, "ok "...), encoded)
}

func encodeRunes(out []byte, points []uint32) []byte {
	runes, why := runesOf(points)
	if why != "" {
		return append(out, why...)
	}
	encoded := guarded.Room[byte](len(runes) * utf8.UTFMax)
	size := 0
	for _, point := range runes {
		size += utf8.EncodeRune(encoded[size:], point)
	}
	return appendBytes(append(out, "ok "...), encoded[:size])
}

func sweepValid(text []byte, last *byte, labels []int32) {
	for i := range labels {
		if utf8.Valid(text) {
			labels[i] = wellFormed
		} else {
			labels[i] = illFormed
		}
		*last++
	}
}

func decodeRunesInString(out []byte, text string) []byte {
	start := len(out)
	out = append(out, "ok"...)
	for offset := 0; offset < len(text); {
		point, size := utf8.DecodeRuneInString(text[offset:])
		if point == utf8.RuneError && size == 1 {
			return refuse(out, start, offset, size)
		}
		out = appendPoint(out, point)
		offset += size
	}
	return out
}

func replaceRunesInString(out []byte, text string) []byte {
	out = append(out, "ok"...)
	for len(text) > 0 {
		point, size := utf8.DecodeRuneInString(text)
		out = appendPoint(out, point)
		text = text[size:]
	}
	return out
}

func tellRunesInString(out []byte, text string) []byte {
	var points []byte
	replaced := 0
	for len(text) > 0 {
		point, size := utf8.DecodeRuneInString(text)
		if point == utf8.RuneError && size == 1 {
			replaced++
		}
		points = appendPoint(points, point)
		text = text[size:]
	}
	return appendReplaced(out, replaced, points)
}

func validateString(out []byte, text string) []byte {
	if utf8.ValidString(text) {
		return append(out, "ok"...)
	}
	return append(out, "error ? ?"...)
}

func validateRunesInString(out []byte, text string) []byte {
	start := len(out)
	out = append(out, "ok"...)
	for offset := 0; offset < len(text); {
		point, size := utf8.DecodeRuneInString(text[offset:])
		if point == utf8.RuneError && size == 1 {
			return appendCause(refuse(out, start, offset, size), !utf8.FullRuneInString(text[offset:]))
		}
		offset += size
	}
	return out
}

// sweepRunesInString asks DecodeRuneInString, which tells the offset, where Valid of the other codec does not.
func sweepRunesInString(text []byte, last *byte, labels []int32) {
	shared := guarded.Shared(text)
	for i := range labels {
		labels[i] = firstErrorInString(shared)
		*last++
	}
}

func firstErrorInString(text string) int32 {
	for offset := 0; offset < len(text); {
		point, size := utf8.DecodeRuneInString(text[offset:])
		if point == utf8.RuneError && size == 1 {
			return int32(offset)
		}
		offset += size
	}
	return wellFormed
}
