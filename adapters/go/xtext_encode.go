// Encoding with golang.org/x/text: whole, in chunks, into a room, and strict behind encoding.UTF8Validator.
package main

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"utfproof/guarded"
)

// encoders offers every op of scheme's encoder. Alone it is documented to replace what is not UTF-8; chained
// to UTF8Validator, to return early with an error.
func encoders(name string, scheme encoding.Encoding) []offer {
	replace := func() transform.Transformer { return scheme.NewEncoder() }
	strict := func() transform.Transformer {
		return transform.Chain(encoding.UTF8Validator, scheme.NewEncoder())
	}
	return []offer{
		{"encode " + name + " strict", onPoints(encodeWhole(strict))},
		{"encode " + name + " replace", onPoints(encodeWhole(replace))},
		{"encode-chunks " + name + " replace", onPointChunks(encodeChunks(replace))},
		{"encode-room " + name + " replace", onPointRoom(encodeRoom(replace))},
		{"encode-refill " + name + " strict", onPointRoom(encodeRefill(strict))},
		{"encode-refill " + name + " replace", onPointRoom(encodeRefill(replace))},
	}
}

// appendPointsAsText appends points as the UTF-8 that encoders read, or says why that cannot be.
func appendPointsAsText(text []byte, points []uint32) ([]byte, string) {
	for _, point := range points {
		if why := impossible(point); why != "" {
			return nil, why
		}
		text = utf8.AppendRune(text, rune(point))
	}
	return text, ""
}

func encodeWhole(fresh func() transform.Transformer) func(out []byte, points []uint32) []byte {
	return func(out []byte, points []uint32) []byte {
		text, why := appendPointsAsText(nil, points)
		if why != "" {
			return append(out, why...)
		}
		encoded, _, err := transform.Bytes(fresh(), guarded.Copy(text))
		if err != nil {
			return append(out, "error ?"...)
		}
		return appendBytes(append(out, "ok "...), encoded)
	}
}

func encodeChunks(fresh func() transform.Transformer) func(out []byte, chunks [][]uint32) []byte {
	return func(out []byte, chunks [][]uint32) []byte {
		texts := make([][]byte, len(chunks))
		for i, points := range chunks {
			text, why := appendPointsAsText(nil, points)
			if why != "" {
				return append(out, why...)
			}
			texts[i] = text
		}
		start := len(out)
		out = append(out, "ok "...)
		var encoded bytes.Buffer
		writer := transform.NewWriter(&encoded, fresh())
		for _, text := range texts {
			encoded.Reset()
			var err error
			guarded.Lend(text, func(text []byte) { _, err = writer.Write(text) })
			if err != nil {
				return append(out[:start], "error ?"...)
			}
			out = append(appendBytes(out, encoded.Bytes()), " | "...)
		}
		encoded.Reset()
		if err := writer.Close(); err != nil {
			return append(out[:start], "error ?"...)
		}
		return appendBytes(out, encoded.Bytes())
	}
}

// encodeRoom counts what was taken in code points: the encoder tells it in bytes of UTF-8.
func encodeRoom(fresh func() transform.Transformer) func(out []byte, room int, points []uint32) []byte {
	return func(out []byte, room int, points []uint32) []byte {
		text, why := appendPointsAsText(nil, points)
		if why != "" {
			return append(out, why...)
		}
		text, space := guarded.Copy(text), guarded.Room[byte](room)
		written, read, err := fresh().Transform(space, text, true)
		switch err {
		case nil:
			out = append(out, "ok "...)
		case transform.ErrShortDst:
			out = append(out, "short "...)
		default:
			return append(out, "error ?"...)
		}
		out = strconv.AppendInt(out, int64(utf8.RuneCount(text[:read])), 10)
		return appendBytes(append(out, ' '), space[:written])
	}
}

// encodeRefill gives the space again when it was too short, with the rest of the text.
func encodeRefill(fresh func() transform.Transformer) func(out []byte, room int, points []uint32) []byte {
	return func(out []byte, room int, points []uint32) []byte {
		text, why := appendPointsAsText(nil, points)
		if why != "" {
			return append(out, why...)
		}
		encoder, text := fresh(), guarded.Copy(text)
		var rooms []byte
		for {
			space := guarded.Room[byte](room)
			written, read, err := encoder.Transform(space, text, true)
			rooms = appendBytes(rooms, space[:written])
			text = text[read:]
			switch {
			case err == nil:
				return append(append(out, "ok "...), rooms...)
			case err != transform.ErrShortDst:
				return append(out, "error ?"...)
			case written == 0 && read == 0:
				return append(append(out, "short "...), rooms...)
			}
			rooms = append(rooms, " | "...)
		}
	}
}
