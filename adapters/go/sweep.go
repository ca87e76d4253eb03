// The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.
package main

import (
	"bytes"
	"strconv"

	"utfproof/guarded"
)

// Labels: the offset of the first error in the string, or one of these.
const (
	wellFormed = -1
	illFormed  = -2 // and the API does not tell where
)

// A fill writes a label for each of len(labels) strings: it asks the codec about text, then counts last up.
// last is the last byte of text, or lies outside it when text alone is asked about. Each codec has
// its own such loop, so that the call of the codec can be compiled into it.
type fill func(text []byte, last *byte, labels []int32)

// sweep answers sweep lines with the labels of f.
func sweep(f fill) answer {
	return sweepOf(1, f)
}

// sweepOf does the same for a function of units of so many bytes.
func sweepOf(unit int, f fill) answer {
	return func(out, line []byte) []byte {
		prefix, digits, more := bytes.Cut(line, []byte{' '})
		text, err := readBytes(nil, prefix)
		if err != nil || !more {
			return appendFailed(out, errFields)
		}
		free, err := strconv.Atoi(string(digits))
		if err != nil || free < 0 || free > 3 {
			return appendFailed(out, errFields)
		}
		if (len(text)+free)%unit != 0 {
			return appendFailed(out, errUnits)
		}
		runs := runs{out: append(out, "ok"...)}
		if free == 0 {
			var labels [1]int32
			f(guarded.Copy(text), new(byte), labels[:])
			runs.add(labels[:])
			return runs.end()
		}
		start := len(text)
		text = guarded.Copy(append(text, make([]byte, free)...))
		var labels [256]int32
		for more := true; more; more = countUp(text[start : len(text)-1]) {
			f(text, &text[len(text)-1], labels[:])
			runs.add(labels[:])
		}
		return runs.end()
	}
}

// countUp counts digits up as one number, the last digit fastest, until it is zero again.
func countUp(digits []byte) bool {
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i]++
		if digits[i] != 0 {
			return true
		}
	}
	return false
}

// runs merges neighbours of one label.
type runs struct {
	out    []byte
	label  int32
	length int
}

func (r *runs) add(labels []int32) {
	for _, label := range labels {
		if label != r.label {
			r.write()
			r.label = label
		}
		r.length++
	}
}

func (r *runs) write() {
	if r.length == 0 {
		return
	}
	r.out = strconv.AppendInt(append(r.out, ' '), int64(r.length), 10)
	switch r.label {
	case wellFormed:
		r.out = append(r.out, 'v')
	case illFormed:
		r.out = append(r.out, 'i')
	default:
		r.out = strconv.AppendInt(append(r.out, 'i'), int64(r.label), 10)
	}
	r.length = 0
}

func (r *runs) end() []byte {
	r.write()
	return r.out
}
