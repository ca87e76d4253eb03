// Under test: unicode/utf8, by DecodeRune and AppendRune.
//
// DecodeRune reports an error one byte long, wherever it is.
package main

import (
	"os"
	"runtime"
	"strings"
	"unicode/utf8"

	"utfproof/guarded"
)

var version = strings.TrimPrefix(runtime.Version(), "go") // of the library that the codec belongs to

// ---- YOUR CODEC: call it in these two functions ----

// decode gives the code points before the first error, and its offset, or -1 when there is none.
func decode(input []byte) (points []rune, offset int) {
	for offset < len(input) {
		point, size := utf8.DecodeRune(input[offset:])
		if point == utf8.RuneError && size == 1 {
			return points, offset
		}
		points = append(points, point)
		offset += size
	}
	return points, -1
}

// encode gives the bytes, and the index of the first code point that is refused, or -1.
func encode(points []rune) (output []byte, index int) {
	for index, point := range points {
		if !utf8.ValidRune(point) {
			return nil, index
		}
		output = utf8.AppendRune(output, point)
	}
	return output, -1
}

// ---- what it offers ----

func main() {
	serve(os.Stdin, os.Stdout, "NAME", "NAME", version, []offer{
		{"decode", "UTF-8", "strict", answerDecode},
		{"validate", "UTF-8", "strict", answerValidate},
		{"validate-cause", "UTF-8", "strict", answerValidateCause},
		{"encode", "UTF-8", "strict", answerEncode},
		{"sweep", "UTF-8", "strict", sweep(func(input []byte) int {
			_, offset := decode(input)
			return offset
		})},
	})
}

func answerDecode(line string) (string, error) {
	input, err := readBytes(line)
	if err != nil {
		return "", err
	}
	points, offset := decode(guarded.Copy(input))
	if offset >= 0 {
		return refused(offset) + writePoints(points), nil
	}
	return "ok" + writePoints(points), nil
}

func answerValidate(line string) (string, error) {
	input, err := readBytes(line)
	if err != nil {
		return "", err
	}
	if _, offset := decode(guarded.Copy(input)); offset >= 0 {
		return refused(offset), nil
	}
	return "ok", nil
}

// answerValidateCause asks FullRune about what DecodeRune refuses: an invalid encoding is a full rune to it.
func answerValidateCause(line string) (string, error) {
	input, err := readBytes(line)
	if err != nil {
		return "", err
	}
	_, offset := decode(input)
	switch {
	case offset < 0:
		return "ok", nil
	case utf8.FullRune(input[offset:]):
		return refused(offset) + " ill-formed", nil
	}
	return refused(offset) + " truncated", nil
}

func answerEncode(line string) (string, error) {
	points, err := readPoints(line)
	if err != nil {
		return "", err
	}
	if points == nil {
		return "impossible a rune has 31 bits", nil
	}
	output, index := encode(guarded.Copy(points))
	if index >= 0 {
		return "error " + decimal(index), nil
	}
	return "ok " + writeBytes(output), nil
}
