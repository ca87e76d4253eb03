// Decoding with golang.org/x/text: whole, in chunks, again after a reset, into a room.
package main

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"utfproof/guarded"
)

// transformers offers every op that a transformer to UTF-8 can do.
func transformers(scheme string, fresh func() transform.Transformer) []offer {
	whole := func(out, input []byte) []byte { return decodeWhole(out, fresh(), input) }
	return []offer{
		{"decode " + scheme, onBytes(whole)},
		{"decode-within " + scheme, onMiddle(whole)},
		{"decode-chunks " + scheme, onChunks(func(out []byte, chunks [][]byte) []byte {
			return decodeChunks(out, fresh(), chunks)
		})},
		{"decode-again " + scheme, onPair(func(out, first, second []byte) []byte {
			decoder := fresh()
			out = append(decodeWhole(out, decoder, first), " / "...)
			return decodeWhole(out, decoder, second)
		})},
		{"decode-room " + scheme, onRoom(func(out []byte, room int, input []byte) []byte {
			return decodeRoom(out, fresh(), room, input)
		})},
		{"decode-refill " + scheme, onRoom(func(out []byte, room int, input []byte) []byte {
			return decodeRefill(out, fresh(), room, input)
		})},
	}
}

// decodeWhole asks transform.Bytes, which resets the decoder first and tells how much was read before an error.
func decodeWhole(out []byte, decoder transform.Transformer, input []byte) []byte {
	start := len(out)
	text, read, err := transform.Bytes(decoder, input)
	out = appendText(append(out, "ok"...), text)
	if err != nil {
		return refuse(out, start, read, unknown)
	}
	return out
}

// A delivery collects the code points that a transform.Writer delivers. It may write a part of one: the code point
// is delivered with its last byte.
type delivery struct{ out, part []byte }

func (d *delivery) Write(text []byte) (int, error) {
	d.part = append(d.part, text...)
	whole := 0
	for whole < len(d.part) && utf8.FullRune(d.part[whole:]) {
		_, size := utf8.DecodeRune(d.part[whole:])
		whole += size
	}
	d.out = appendText(d.out, d.part[:whole])
	d.part = append(d.part[:0], d.part[whole:]...)
	return len(text), nil
}

// end returns all that was delivered, with a part that was left over.
func (d *delivery) end() []byte {
	return appendText(d.out, d.part)
}

// decodeChunks asks transform.Writer, which keeps what a chunk leaves over; it does not tell where an error is.
func decodeChunks(out []byte, decoder transform.Transformer, chunks [][]byte) []byte {
	start := len(out)
	delivery := &delivery{out: append(out, "ok"...)}
	writer := transform.NewWriter(delivery, decoder)
	for _, chunk := range chunks {
		var err error
		guarded.Lend(chunk, func(chunk []byte) { _, err = writer.Write(chunk) })
		if err != nil {
			return refuse(delivery.end(), start, unknown, unknown)
		}
		delivery.out = append(delivery.out, " |"...)
	}
	if err := writer.Close(); err != nil {
		return refuse(delivery.end(), start, unknown, unknown)
	}
	return delivery.end()
}

func decodeRoom(out []byte, decoder transform.Transformer, room int, input []byte) []byte {
	start := len(out)
	space := guarded.Room[byte](room)
	written, read, err := decoder.Transform(space, input, true)
	switch err {
	case nil:
		out = strconv.AppendInt(append(out, "ok "...), int64(read), 10)
	case transform.ErrShortDst:
		out = strconv.AppendInt(append(out, "short "...), int64(read), 10)
	default:
		out = appendText(append(out, "ok"...), space[:written])
		return refuse(out, start, read, unknown)
	}
	return appendText(out, space[:written])
}

// decodeRefill gives the space again when it was too short, as transform.ErrShortDst asks for, with the rest of the input.
func decodeRefill(out []byte, decoder transform.Transformer, room int, input []byte) []byte {
	start, taken := len(out), 0
	text := []byte("ok")
	for {
		space := guarded.Room[byte](room)
		written, read, err := decoder.Transform(space, input[taken:], true)
		text = appendText(text, space[:written])
		taken += read
		switch {
		case err == nil:
			return append(out, text...)
		case err != transform.ErrShortDst:
			return refuse(append(out, text...), start, taken, unknown)
		case written == 0 && read == 0:
			return append(append(out, "short"...), text[len("ok"):]...)
		}
		text = append(text, " |"...)
	}
}

func validateUTF8(out, input []byte) []byte {
	_, read, err := encoding.UTF8Validator.Transform(guarded.Room[byte](len(input)), input, true)
	if err != nil {
		return appendPlace(appendPlace(append(out, "error"...), read), unknown)
	}
	return append(out, "ok"...)
}

// validateUTF8Cause does not say that the input ends: then what is cut off is a short source, and no invalid UTF-8.
func validateUTF8Cause(out, input []byte) []byte {
	_, read, err := encoding.UTF8Validator.Transform(make([]byte, len(input)), input, false)
	if err != nil {
		out = appendPlace(appendPlace(append(out, "error"...), read), unknown)
		return appendCause(out, err == transform.ErrShortSrc)
	}
	return append(out, "ok"...)
}

func sweepValidator(text []byte, last *byte, labels []int32) {
	space := guarded.Room[byte](len(text))
	for i := range labels {
		_, read, err := encoding.UTF8Validator.Transform(space, text, true)
		labels[i] = wellFormed
		if err != nil {
			labels[i] = int32(read)
		}
		*last++
	}
}
