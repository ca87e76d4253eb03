// Under test: package unicode/utf16.
//
// It takes 16-bit units and knows neither bytes nor errors. Strict is the loop that IsSurrogate and DecodeRune are
// documented for, over units that encoding/binary makes of the bytes: it refuses an odd number of them, and does
// not say where. Replace is Decode, over the whole units; an odd byte at the end is none and never reaches it.
package main

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf16"
)

var unicodeUTF16 = codec{"utf16", []offer{
	{"decode UTF-16BE strict", onBytes(decodeUnits(binary.BigEndian))},
	{"decode UTF-16LE strict", onBytes(decodeUnits(binary.LittleEndian))},
	{"decode UTF-16BE replace", onBytes(replaceUnits(binary.BigEndian))},
	{"decode UTF-16LE replace", onBytes(replaceUnits(binary.LittleEndian))},
	{"encode UTF-16BE replace", onPoints(encodeUnits(binary.BigEndian))},
	{"encode UTF-16LE replace", onPoints(encodeUnits(binary.LittleEndian))},
	{"sweep UTF-16BE strict", sweep(sweepUnits(binary.BigEndian))},
	{"sweep UTF-16LE strict", sweep(sweepUnits(binary.LittleEndian))},
}}

// decodeUnit decodes what stands at the start of units; size is 0 where that is ill-formed.
func decodeUnit(units []uint16) (point rune, size int) {
	point = rune(units[0])
	if !utf16.IsSurrogate(point) {
		return point, 1
	}
	if len(units) > 1 {
		point = utf16.DecodeRune(point, rune(units[1]))
		if point != unicode.ReplacementChar {
			return point, 2
		}
	}
	return point, 0
}

func readUnits(order binary.ByteOrder, into []uint16, input []byte) error {
	return binary.Read(bytes.NewReader(input), order, into)
}

func decodeUnits(order binary.ByteOrder) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		start := len(out)
		out = append(out, "ok"...)
		units := make([]uint16, (len(input)+1)/2)
		if err := readUnits(order, units, input); err != nil {
			return refuse(out, start, unknown, unknown)
		}
		for i := 0; i < len(units); {
			point, size := decodeUnit(units[i:])
			if size == 0 {
				return refuse(out, start, 2*i, unknown)
			}
			out = appendPoint(out, point)
			i += size
		}
		return out
	}
}

func replaceUnits(order binary.ByteOrder) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		units := make([]uint16, len(input)/2)
		for i := range units {
			units[i] = order.Uint16(input[2*i:])
		}
		out = append(out, "ok"...)
		for _, point := range utf16.Decode(units) {
			out = appendPoint(out, point)
		}
		return out
	}
}

func encodeUnits(order binary.AppendByteOrder) func(out []byte, points []uint32) []byte {
	return func(out []byte, points []uint32) []byte {
		runes, why := runesOf(points)
		if why != "" {
			return append(out, why...)
		}
		var encoded []byte
		for _, unit := range utf16.Encode(runes) {
			encoded = order.AppendUint16(encoded, unit)
		}
		return appendBytes(append(out, "ok "...), encoded)
	}
}

func sweepUnits(order binary.ByteOrder) fill {
	return func(text []byte, last *byte, labels []int32) {
		units := make([]uint16, (len(text)+1)/2)
		for i := range labels {
			labels[i] = labelUnits(order, units, text)
			*last++
		}
	}
}

func labelUnits(order binary.ByteOrder, units []uint16, text []byte) int32 {
	if len(text)%2 != 0 {
		if readUnits(order, units, text) != nil {
			return illFormed
		}
		return wellFormed
	}
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	for i := 0; i < len(units); {
		_, size := decodeUnit(units[i:])
		if size == 0 {
			return int32(2 * i)
		}
		i += size
	}
	return wellFormed
}
