// Under test: the functions of unicode/utf8 and unicode/utf16 that tell how long a text will be. What they say is put
// beside the length of what the functions of the other files write.
package main

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"utfproof/guarded"
)

func appendSizes(out []byte, predicted, written int) []byte {
	out = strconv.AppendInt(append(out, "ok "...), int64(predicted), 10)
	return strconv.AppendInt(append(out, ' '), int64(written), 10)
}

func countRunes(out, input []byte) []byte {
	written := 0
	for rest := input; len(rest) > 0; written++ {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	return appendSizes(out, utf8.RuneCount(input), written)
}

func countRunesInString(out []byte, text string) []byte {
	written := 0
	for rest := text; len(rest) > 0; written++ {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return appendSizes(out, utf8.RuneCountInString(text), written)
}

// measureRunes adds up what RuneLen says of each rune; of what is no rune it says -1.
func measureRunes(out []byte, points []uint32, runeLen func(rune) int, unit int, encode func([]rune) int) []byte {
	runes, why := runesOf(points)
	if why != "" {
		return append(out, why...)
	}
	predicted := 0
	for i, point := range runes {
		length := runeLen(point)
		if length < 0 {
			return appendPlace(append(out, "error"...), i)
		}
		predicted += unit * length
	}
	return appendSizes(out, predicted, unit*encode(runes))
}

func measureUTF8(out []byte, points []uint32) []byte {
	return measureRunes(out, points, utf8.RuneLen, 1, func(runes []rune) int {
		encoded := guarded.Room[byte](len(runes) * utf8.UTFMax)
		size := 0
		for _, point := range runes {
			size += utf8.EncodeRune(encoded[size:], point)
		}
		return size
	})
}

func measureUTF16(out []byte, points []uint32) []byte {
	return measureRunes(out, points, utf16.RuneLen, 2, func(runes []rune) int { return len(utf16.Encode(runes)) })
}
