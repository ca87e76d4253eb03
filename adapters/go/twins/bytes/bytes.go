// Package bytes is a faulty twin of bytes.ToValidUTF8: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
package bytes

import (
	"bytes"

	"utfproof/adapters/go/twins/faults"
)

func ToValidUTF8(text, replacement []byte) []byte {
	return faults.Shorten(bytes.ToValidUTF8(faults.Further(text), replacement))
}
