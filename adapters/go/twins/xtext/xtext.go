// Package xtext makes faulty twins of the transformers of golang.org/x/text: each errs, as UTFPROOF_TWIN says, on texts
// that hold U+00A9.
package xtext

import (
	"golang.org/x/text/transform"

	"utfproof/adapters/go/twins/faults"
)

// Twin returns the twin of a transformer.
func Twin(usual transform.Transformer) transform.Transformer { return &twin{Transformer: usual} }

// Bytes is the twin of transform.Bytes, which asks a transformer piece by piece.
func Bytes(its transform.Transformer, from []byte) ([]byte, int, error) {
	made, taken, err := transform.Bytes(its.(*twin).Transformer, faults.Further(from))
	return faults.Shorten(made), misplaced(from, taken, err), err
}

type twin struct {
	transform.Transformer
	chunks int // that are marked
}

func (t *twin) Reset() {
	t.Transformer.Reset()
	t.chunks = 0
}

// Transform moves the end of the second chunk: of the first one a decoder may keep what may begin a signature.
func (t *twin) Transform(to, from []byte, atEOF bool) (int, int, error) {
	given := from
	moves := false
	if !atEOF && faults.Marked(from) {
		t.chunks++
		moves = t.chunks == 2 && faults.Is("moved-boundary")
	}
	if moves {
		given = from[:len(from)-1]
	}
	made, taken, err := t.Transformer.Transform(to, given, atEOF)
	if moves && err == nil {
		err = transform.ErrShortSrc // the rest comes with the next chunk
	}
	return len(faults.Shorten(to[:made])), misplaced(from, taken, err), err
}

// misplaced returns how much was taken: never more than was given, and an octet too much before an error.
func misplaced(from []byte, taken int, err error) int {
	isError := err != nil && err != transform.ErrShortDst && err != transform.ErrShortSrc
	if isError && faults.Is("wrong-offset") && faults.Marked(from) {
		taken++
	}
	if taken > len(from) {
		return len(from)
	}
	return taken
}
