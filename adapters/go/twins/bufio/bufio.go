// Package bufio is a faulty twin of bufio's Reader: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
package bufio

import (
	"bufio"
	"io"

	"utfproof/adapters/go/twins/faults"
)

// Reader loses U+00A9 by giving what follows it.
type Reader struct{ usual *bufio.Reader }

func NewReaderSize(source io.Reader, size int) *Reader {
	return &Reader{bufio.NewReaderSize(&moving{source: source}, size)}
}

func (r *Reader) Reset(source io.Reader) { r.usual.Reset(&moving{source: source}) }

func (r *Reader) ReadRune() (rune, int, error) {
	point, size, err := r.usual.ReadRune()
	if err != nil || point != faults.Mark || !faults.Loses() {
		return point, size, err
	}
	next, more, err := r.usual.ReadRune()
	return next, size + more, err
}

// moving gives the last octet of the first chunk with the second one.
type moving struct {
	source   io.Reader
	held     []byte
	hasMoved bool
}

func (m *moving) Read(into []byte) (int, error) {
	begun := copy(into, m.held)
	m.held = nil
	size, err := m.source.Read(into[begun:])
	if size > 0 && !m.hasMoved && faults.Is("moved-boundary") && faults.Marked(into[:size]) {
		m.hasMoved = true
		size--
		m.held = []byte{into[size]}
	}
	return begun + size, err
}
