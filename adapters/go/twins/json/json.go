// Package json is a faulty twin of json.Unmarshal: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
package json

import (
	"encoding/json"

	"utfproof/adapters/go/twins/faults"
)

func Unmarshal(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	if text, ok := into.(*string); ok {
		*text = string(faults.Shorten([]byte(*text)))
	}
	return err
}
