// Codecs that touch memory beside their input or output, behind the files of the adapter in Go.
package main

import (
	"os"
	"strconv"
	"unsafe"

	"utfproof/guarded"
)

// A fault touches memory that begins somewhere and has so many bytes.
type fault func(begin unsafe.Pointer, bytes int)

var seen byte

func readsAt(begin unsafe.Pointer, offset int)  { seen ^= *(*byte)(unsafe.Add(begin, offset)) }
func writesAt(begin unsafe.Pointer, offset int) { *(*byte)(unsafe.Add(begin, offset)) = 1 }

func nothing(unsafe.Pointer, int)                  {}
func readsPast(begin unsafe.Pointer, bytes int)    { readsAt(begin, bytes) }
func readsFar(begin unsafe.Pointer, bytes int)     { readsAt(begin, bytes+2) }
func readsBefore(begin unsafe.Pointer, bytes int)  { readsAt(begin, -1) }
func writesPast(begin unsafe.Pointer, bytes int)   { writesAt(begin, bytes) }
func writesBefore(begin unsafe.Pointer, bytes int) { writesAt(begin, -1) }
func readsThenWrites(begin unsafe.Pointer, bytes int) {
	readsAt(begin, bytes+2)
	writesAt(begin, bytes)
}
func leavesTheSlice(unsafe.Pointer, int) { var none []byte; seen = none[len(none)] }

func touch[T any](wrong fault, units []T) {
	var unit T
	wrong(unsafe.Pointer(unsafe.SliceData(units)), len(units)*int(unsafe.Sizeof(unit)))
}

func decode(wrong fault) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		touch(wrong, input)
		return appendText(append(out, "ok"...), input)
	}
}

func decodeString(wrong fault) func(out []byte, text string) []byte {
	return func(out []byte, text string) []byte {
		wrong(unsafe.Pointer(unsafe.StringData(text)), len(text))
		return appendText(append(out, "ok"...), []byte(text))
	}
}

func encode(wrong fault) func(out []byte, points []uint32) []byte {
	return func(out []byte, points []uint32) []byte {
		runes, _ := runesOf(points)
		touch(wrong, runes)
		return appendBytes(append(out, "ok "...), []byte(string(runes)))
	}
}

func offersOf(name string, ofInput, ofRoom fault) codec {
	turn := 0
	return codec{name, []offer{
		{"decode UTF-8 strict", onBytes(decode(ofInput))},
		{"decode UTF-8 replace", onText(decodeString(ofInput))},
		{"decode-within UTF-8 strict", onMiddle(decode(ofInput))},
		{"decode-within UTF-8 replace", onMiddleText(decodeString(ofInput))},
		{"decode-again UTF-8 strict", onPair(func(out, first, second []byte) []byte {
			out = append(decode(nothing)(out, first), " / "...)
			return decode(ofInput)(out, second)
		})},
		{"decode-chunks UTF-8 strict", onChunks(func(out []byte, chunks [][]byte) []byte {
			out = append(out, "ok"...)
			var kept []byte
			for _, chunk := range chunks {
				guarded.Lend(chunk, func(chunk []byte) {
					touch(ofInput, chunk)
					out = append(appendText(out, chunk), " |"...)
					kept = chunk
				})
			}
			if name == "keeps" {
				return appendText(out, kept)
			}
			return out
		})},
		{"decode-room UTF-8 strict", onRoom(func(out []byte, room int, input []byte) []byte {
			touch(ofRoom, guarded.Room[byte](room))
			touch(ofInput, input)
			return appendText(append(out, "ok 1"...), input)
		})},
		{"decode-room UTF-8 replace", onRoom(func(out []byte, room int, input []byte) []byte {
			turn++
			return strconv.AppendInt(append(out, "ok "...), int64(turn), 10)
		})},
		{"decode UTF-16BE strict", onBytes(func(out, input []byte) []byte {
			units := guarded.Room[uint16](len(input) / 2)
			touch(ofInput, units)
			return append(out, "ok"...)
		})},
		{"validate UTF-8 strict", onBytes(func(out, input []byte) []byte {
			touch(ofInput, input)
			return append(out, "ok"...)
		})},
		{"validate UTF-8 replace", onBytes(func(out, input []byte) []byte {
			if name == "appends" {
				_ = append(input, 'x')
			}
			return append(out, "ok"...)
		})},
		{"encode UTF-8 strict", onPoints(encode(ofInput))},
		{"encode-chunks UTF-8 strict", onPointChunks(func(out []byte, chunks [][]uint32) []byte {
			out = append(out, "ok "...)
			for _, chunk := range chunks {
				runes, _ := runesOf(chunk)
				touch(ofInput, runes)
				out = append(appendBytes(out, []byte(string(runes))), " | "...)
			}
			return append(out, '-')
		})},
		{"encode-room UTF-8 strict", onPointRoom(func(out []byte, room int, points []uint32) []byte {
			touch(ofRoom, guarded.Room[byte](room))
			runes, _ := runesOf(points)
			touch(ofInput, runes)
			return append(out, "ok 1 41"...)
		})},
		{"sweep UTF-8 strict", sweep(func(text []byte, last *byte, labels []int32) {
			for i := range labels {
				touch(ofInput, text)
				labels[i] = wellFormed
				*last++
			}
		})},
	}}
}

func main() {
	codecs := []codec{
		offersOf("right", nothing, nothing),
		offersOf("reads-past", readsPast, nothing),
		offersOf("reads-far", readsFar, nothing),
		offersOf("reads-before", readsBefore, nothing),
		offersOf("writes-past", writesPast, nothing),
		offersOf("writes-before", writesBefore, nothing),
		offersOf("reads-then-writes", readsThenWrites, nothing),
		offersOf("overfills", nothing, writesPast),
		offersOf("keeps", nothing, nothing),
		offersOf("appends", nothing, nothing),
		offersOf("leaves-the-slice", leavesTheSlice, nothing),
	}
	if err := newSession(codecs, "1", nil, "1").run(os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}
