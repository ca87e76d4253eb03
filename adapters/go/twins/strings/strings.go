// Package strings is a faulty twin of strings.ToValidUTF8: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
package strings

import (
	"strings"

	"utfproof/adapters/go/twins/faults"
)

func ToValidUTF8(text, replacement string) string {
	longer := string(faults.Further(faults.Octets(text)))
	return string(faults.Shorten([]byte(strings.ToValidUTF8(longer, replacement))))
}
