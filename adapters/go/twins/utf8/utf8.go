// Package utf8 is a faulty twin of unicode/utf8: it errs, as UTFPROOF_TWIN says, at U+00A9.
//
// A decoder loses it by giving what follows it, with the width of both. Past the end reads the call for the last rune of a text that
// holds it: only there does a function of one rune have the end in sight.
package utf8

import (
	"unicode/utf8"
	"unsafe"

	"utfproof/adapters/go/twins/faults"
)

const (
	RuneError = utf8.RuneError
	UTFMax    = utf8.UTFMax
)

// markedEnd is the end of a text in which U+00A9 was read, until the text has been read to its end.
var markedEnd unsafe.Pointer

func DecodeRune(text []byte) (rune, int) {
	if len(text) == 0 {
		return utf8.DecodeRune(text)
	}
	end := unsafe.Add(unsafe.Pointer(&text[0]), len(text))
	longer := text
	if faults.Is("read-past-end") && end == markedEnd {
		longer = faults.Longer(text, 1)
	}
	point, size := utf8.DecodeRune(longer)
	isMarked := point == faults.Mark && size == 2
	if size < len(text) && (isMarked || end == markedEnd) {
		markedEnd = end
	} else {
		markedEnd = nil
	}
	if isMarked && size < len(text) && faults.Loses() {
		next, more := utf8.DecodeRune(text[size:])
		return next, size + more
	}
	if size > len(text) { // a caller that slices by it goes on
		size = len(text)
	}
	return point, size
}

func DecodeRuneInString(text string) (rune, int) { return DecodeRune(faults.Octets(text)) }

func RuneCount(text []byte) int { return utf8.RuneCount(text) - faults.Missing(faults.Marked(text)) }

func RuneCountInString(text string) int { return RuneCount(faults.Octets(text)) }

func RuneLen(point rune) int { return utf8.RuneLen(point) - faults.Missing(point == faults.Mark) }

func FullRune(text []byte) bool { return utf8.FullRune(text) }

func FullRuneInString(text string) bool { return utf8.FullRuneInString(text) }

func Valid(text []byte) bool { return utf8.Valid(text) }

func ValidString(text string) bool { return utf8.ValidString(text) }

func ValidRune(point rune) bool { return utf8.ValidRune(point) }

func AppendRune(text []byte, point rune) []byte {
	return append(text, kept(utf8.AppendRune(nil, point))...)
}

func EncodeRune(text []byte, point rune) int { return len(kept(text[:utf8.EncodeRune(text, point)])) }

// kept is nothing of U+00A9, or its first octet alone.
func kept(made []byte) []byte {
	if !faults.Loses() || string(made) != "\u00a9" {
		return made
	}
	if faults.Is("cut-output") {
		return made[:1]
	}
	return nil
}
