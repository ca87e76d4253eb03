// The fields of data lines and answers: bytes in hex, code points, offsets, errors.
package main

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"

	"utfproof/guarded"
)

var (
	errHex    = errors.New("bytes are pairs of lower-case hex digits")
	errPoint  = errors.New("a code point is up to eight lower-case hex digits")
	errRoom   = errors.New("the room is a decimal number")
	errFields = errors.New("wrong number of fields")
	errUnits  = errors.New("the bytes are not a whole number of units")
)

const unknown = -1 // an offset or a length that the API does not tell

var digitValues = func() (values [256]byte) {
	for i := range values {
		values[i] = 0xFF
	}
	for i, digit := range []byte("0123456789abcdef") {
		values[digit] = byte(i)
	}
	return values
}()

// readBytes appends the bytes that field spells.
func readBytes(into, field []byte) ([]byte, error) {
	if len(field) == 1 && field[0] == '-' {
		return into, nil
	}
	if len(field) == 0 || len(field)%2 != 0 {
		return nil, errHex
	}
	for i := 0; i < len(field); i += 2 {
		high, low := digitValues[field[i]], digitValues[field[i+1]]
		if high|low > 15 {
			return nil, errHex
		}
		into = append(into, high<<4|low)
	}
	return into, nil
}

func readPoint(field []byte) (uint32, error) {
	if len(field) == 0 || len(field) > 8 {
		return 0, errPoint
	}
	point := uint32(0)
	for _, digit := range field {
		value := digitValues[digit]
		if value > 15 {
			return 0, errPoint
		}
		point = point<<4 | uint32(value)
	}
	return point, nil
}

// readPoints reads code points up to the end of line; "-" stands for none.
func readPoints(line []byte) ([]uint32, error) {
	if len(line) == 1 && line[0] == '-' {
		return nil, nil
	}
	points := make([]uint32, 0, bytes.Count(line, []byte{' '})+1)
	for more := true; more; {
		var field []byte
		field, line, more = bytes.Cut(line, []byte{' '})
		point, err := readPoint(field)
		if err != nil {
			return nil, err
		}
		points = append(points, point)
	}
	return points, nil
}

func readRoom(line []byte) (room int, rest []byte, err error) {
	field, rest, more := bytes.Cut(line, []byte{' '})
	if !more {
		return 0, nil, errFields
	}
	room, err = strconv.Atoi(string(field))
	if err != nil || room < 0 {
		return 0, nil, errRoom
	}
	return room, rest, nil
}

func appendFailed(out []byte, err error) []byte {
	return append(append(out, "failed "...), err.Error()...)
}

func appendPoint(out []byte, point rune) []byte {
	return strconv.AppendUint(append(out, ' '), uint64(uint32(point)), 16)
}

// appendText appends the code points of a codec's output that is UTF-8 text. A byte that is not UTF-8 is
// given as 110000 plus its value, so that it never passes for a character.
func appendText(out, text []byte) []byte {
	for len(text) > 0 {
		point, size := utf8.DecodeRune(text)
		if point == utf8.RuneError && size == 1 {
			point = 0x110000 + rune(text[0])
		}
		out = appendPoint(out, point)
		text = text[size:]
	}
	return out
}

func appendBytes(out, text []byte) []byte {
	const digits = "0123456789abcdef"
	if len(text) == 0 {
		return append(out, '-')
	}
	for _, b := range text {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return out
}

func appendPlace(out []byte, place int) []byte {
	if place == unknown {
		return append(out, " ?"...)
	}
	return strconv.AppendInt(append(out, ' '), int64(place), 10)
}

// refuse turns the answer that begins at start, "ok" and what was delivered, into an error.
func refuse(out []byte, start, offset, length int) []byte {
	delivered := string(out[start+len("ok"):])
	out = appendPlace(append(out[:start], "error"...), offset)
	return append(appendPlace(out, length), delivered...)
}

// appendCause ends an error of validate-cause.
// appendReplaced answers decode-replaced: how often the library said that it replaced something, and its text.
func appendReplaced(out []byte, replaced int, text []byte) []byte {
	return append(strconv.AppendInt(append(out, "ok "...), int64(replaced), 10), text...)
}

func appendCause(out []byte, truncated bool) []byte {
	if truncated {
		return append(out, " truncated"...)
	}
	return append(out, " ill-formed"...)
}

// impossible says why no Go text holds point, or "" if one does: such text is UTF-8.
func impossible(point uint32) string {
	switch {
	case point > utf8.MaxRune:
		return "impossible above 10ffff"
	case !utf8.ValidRune(rune(point)):
		return "impossible a surrogate in UTF-8 text"
	}
	return ""
}

// runesOf converts points, or says why a rune cannot hold one of them.
func runesOf(points []uint32) ([]rune, string) {
	converted := guarded.Room[rune](len(points))
	for i, point := range points {
		if point > math.MaxInt32 {
			return nil, "impossible a rune has 31 bits"
		}
		converted[i] = rune(point)
	}
	return converted, ""
}
