// Under test: package unicode/utf16.
//
// It takes 16-bit units and knows neither bytes nor errors. Strict is the loop that IsSurrogate and DecodeRune are
// documented for, over units that are made of the bytes here. Replace is Decode.
package main

import (
	"encoding/binary"
	"unicode"
	"unicode/utf16"

	"utfproof/guarded"
)

var unicodeUTF16 = codec{"utf16", []offer{
	{"decode UTF-16BE strict", onUnits(binary.BigEndian, decodeUnits)},
	{"decode UTF-16LE strict", onUnits(binary.LittleEndian, decodeUnits)},
	{"decode UTF-16BE replace", onUnits(binary.BigEndian, replaceUnits)},
	{"decode UTF-16LE replace", onUnits(binary.LittleEndian, replaceUnits)},
	{"encode UTF-16BE replace", onPoints(encodeUnits(binary.BigEndian))},
	{"encode UTF-16LE replace", onPoints(encodeUnits(binary.LittleEndian))},
	{"encode-size UTF-16BE strict", onPoints(measureUTF16)},
	{"encode-size UTF-16LE strict", onPoints(measureUTF16)},
	{"sweep UTF-16BE strict", sweepOf(2, sweepUnits(binary.BigEndian))},
	{"sweep UTF-16LE strict", sweepOf(2, sweepUnits(binary.LittleEndian))},
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

// onUnits answers decode for a function of units.
func onUnits(order binary.ByteOrder, ask func(out []byte, units []uint16) []byte) answer {
	return onBytes(func(out, input []byte) []byte {
		if len(input)%2 != 0 {
			return appendFailed(out, errUnits)
		}
		units := guarded.Room[uint16](len(input) / 2)
		readUnits(order, units, input)
		return ask(out, units)
	})
}

func readUnits(order binary.ByteOrder, into []uint16, input []byte) {
	for i := range into {
		into[i] = order.Uint16(input[2*i:])
	}
}

func decodeUnits(out []byte, units []uint16) []byte {
	start := len(out)
	out = append(out, "ok"...)
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

func replaceUnits(out []byte, units []uint16) []byte {
	out = append(out, "ok"...)
	for _, point := range utf16.Decode(units) {
		out = appendPoint(out, point)
	}
	return out
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
		units := guarded.Room[uint16](len(text) / 2)
		for i := range labels {
			readUnits(order, units, text)
			labels[i] = labelUnits(units)
			*last++
		}
	}
}

func labelUnits(units []uint16) int32 {
	for i := 0; i < len(units); {
		_, size := decodeUnit(units[i:])
		if size == 0 {
			return int32(2 * i)
		}
		i += size
	}
	return wellFormed
}
