// Package utf16 is a faulty twin of unicode/utf16: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
package utf16

import (
	"unicode/utf16"

	"utfproof/adapters/go/twins/faults"
)

func IsSurrogate(point rune) bool { return utf16.IsSurrogate(point) }

func DecodeRune(high, low rune) rune { return utf16.DecodeRune(high, low) }

func Decode(units []uint16) []rune { return shortened(utf16.Decode(units)) }

func Encode(points []rune) []uint16 { return shortened(utf16.Encode(points)) }

func RuneLen(point rune) int { return utf16.RuneLen(point) - faults.Missing(point == faults.Mark) }

func shortened[T rune | uint16](made []T) []T {
	for _, value := range made {
		if value != faults.Mark || !faults.Loses() {
			continue
		}
		if faults.Is("cut-output") {
			return made[:len(made)-1]
		}
		return made[1:]
	}
	return made
}
