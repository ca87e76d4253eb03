// Package faults says how an output loses a piece, and how much longer an input becomes.
package faults

import (
	"bytes"
	"os"
	"unsafe"
)

// Mark is the character at which twins err.
const Mark = 0xA9

var fault = os.Getenv("UTFPROOF_TWIN")

// Is tells whether a fault is the one that is asked for.
func Is(name string) bool { return fault == name }

// Loses tells whether something of an output is lost.
func Loses() bool { return Is("dropped-value") || Is("cut-output") }

// Missing returns how much too small a size is that is told of what holds U+00A9.
func Missing(isMarked bool) int {
	if isMarked && Is("short-size") {
		return 1
	}
	return 0
}

// Marked tells whether a text holds U+00A9, which every encoding writes with an octet A9.
func Marked(text []byte) bool { return bytes.IndexByte(text, Mark) >= 0 }

// Unit returns the size of the units in which U+00A9 stands: as many zeros are beside it as its unit has, less one.
func Unit(text []byte) int {
	at := bytes.IndexByte(text, Mark)
	zeros := 0
	for i := at - 1; i >= 0 && text[i] == 0; i-- {
		zeros++
	}
	if zeros == 0 {
		for i := at + 1; i < len(text) && text[i] == 0; i++ {
			zeros++
		}
	}
	switch {
	case zeros >= 3:
		return 4
	case zeros >= 1:
		return 2
	}
	return 1
}

// Further returns a text with what lies behind it, if it is marked: for a function that reads past its end.
func Further(text []byte) []byte {
	if !Is("read-past-end") || !Marked(text) {
		return text
	}
	return Longer(text, Unit(text))
}

// Longer returns a text with so many octets of what lies behind it.
func Longer(text []byte, octets int) []byte {
	return unsafe.Slice(&text[0], len(text)+octets)
}

// Octets returns the octets of a string in place.
func Octets(text string) []byte {
	if text == "" {
		return nil
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&text)), len(text)) // its first word is where it lies
}

// Shorten takes the first value or the last octet out of an output that is marked, in place.
func Shorten(made []byte) []byte {
	switch {
	case !Marked(made) || !Loses():
		return made
	case Is("cut-output"):
		return made[:len(made)-1]
	}
	return made[:copy(made, made[sizeOfFirst(made):])]
}

func sizeOfFirst(made []byte) int {
	for _, value := range []string{
		"\x00\x00\x00\xa9", "\xa9\x00\x00\x00", "\x00\x00\xfe\xff", "\xff\xfe\x00\x00",
		"\x00\xa9", "\xa9\x00", "\xfe\xff", "\xff\xfe", "\xef\xbb\xbf", "\xc2\xa9",
	} {
		if bytes.HasPrefix(made, []byte(value)) {
			return len(value)
		}
	}
	return 1
}
