// The adapter protocol, version 1: blocks of lines in, a block of answers out.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"utfproof/guarded"
)

// An offer is an op in an encoding and a mode. Its answer to a data line that it cannot read is an error.
type offer struct {
	op, encoding, mode string
	answer             func(line string) (string, error)
}

// serve answers blocks until the end of the input, which may fall anywhere in one.
func serve(input io.Reader, output io.Writer, adapter, codec, version string, offers []offer) {
	lines := bufio.NewReaderSize(input, 1<<18)
	out := bufio.NewWriterSize(output, 1<<18)
	defer out.Flush()
	header := ""
	var answer func(string) (string, error) // of the block, nil in hello
	for {
		line, err := lines.ReadString('\n')
		ended := err != nil && line == ""
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		switch {
		case ended:
			return
		case line == "" && header != "":
			fmt.Fprintln(out)
			out.Flush()
			header = ""
		case line == "":
		case header == "" && strings.HasPrefix(line, "hello "):
			header, answer = line, nil
			fmt.Fprintln(out, hello(adapter, codec, version, offers))
		case header == "":
			header, answer = line, find(line, codec, offers)
		case answer != nil:
			ask := guarded.Ask
			if strings.HasPrefix(header, "sweep ") {
				ask = guarded.AskOnce
			}
			out.Write(ask(nil, func(told []byte) []byte { return append(told, answered(answer, line)...) }))
			out.WriteByte('\n')
		}
	}
}

func answered(answer func(string) (string, error), line string) string {
	text, err := answer(line)
	if err != nil {
		return "failed " + err.Error()
	}
	return text
}

func hello(adapter, codec, version string, offers []offer) string {
	var names []string
	for _, each := range offers {
		names = append(names, fmt.Sprintf("%q", each.op+" "+each.encoding+" "+each.mode))
	}
	return fmt.Sprintf(`{"protocol":1,"adapter":%q,"codecs":[{"name":%q,"version":%q,"offers":[%s]}]}`,
		adapter, codec, version, strings.Join(names, ","))
}

func find(header, codec string, offers []offer) func(string) (string, error) {
	for _, each := range offers {
		if header == each.op+" "+codec+" "+each.encoding+" "+each.mode {
			return each.answer
		}
	}
	return func(string) (string, error) { return "", errors.New("unknown header") }
}

// readBytes reads lower-case hex; "-" stands for none.
func readBytes(field string) ([]byte, error) {
	if field == "-" {
		return nil, nil
	}
	return hex.DecodeString(field)
}

// readPoints reads code points, and gives nil when a rune cannot hold one of them.
func readPoints(line string) ([]rune, error) {
	points := []rune{}
	if line == "-" {
		return points, nil
	}
	for _, field := range strings.Split(line, " ") {
		point, err := strconv.ParseUint(field, 16, 32)
		if err != nil {
			return nil, errors.New("a code point is up to eight lower-case hex digits")
		}
		if point > math.MaxInt32 {
			return nil, nil
		}
		points = append(points, rune(point))
	}
	return points, nil
}

func writeBytes(output []byte) string {
	if len(output) == 0 {
		return "-"
	}
	return hex.EncodeToString(output)
}

// writePoints writes each code point after a space.
func writePoints(points []rune) string {
	out := make([]byte, 0, 5*len(points))
	for _, point := range points {
		out = strconv.AppendUint(append(out, ' '), uint64(uint32(point)), 16)
	}
	return string(out)
}

// refused says where an error begins; the codec does not tell how long it is.
func refused(offset int) string { return "error " + decimal(offset) + " ?" }

func decimal(number int) string { return strconv.Itoa(number) }

// sweep asks about all strings that start with a prefix: firstError gives an offset, or -1.
func sweep(firstError func([]byte) int) func(string) (string, error) {
	return func(line string) (string, error) {
		prefix, free, _ := strings.Cut(line, " ")
		count, err := strconv.Atoi(free)
		text, errPrefix := readBytes(prefix)
		if err != nil || errPrefix != nil || count < 0 || count > 3 {
			return "", errors.New("a sweep is a prefix and 0 to 3")
		}
		start := len(text)
		text = guarded.Copy(append(text, make([]byte, count)...))
		out, run, label := "ok", 1, firstError(text)
		for countUp(text[start:]) {
			next := firstError(text)
			if next != label {
				out += written(run, label)
				run, label = 0, next
			}
			run++
		}
		return out + written(run, label), nil
	}
}

func written(run, label int) string {
	if label < 0 {
		return " " + decimal(run) + "v"
	}
	return " " + decimal(run) + "i" + decimal(label)
}

// countUp counts the bytes up as one number, until it is zero again.
func countUp(text []byte) bool {
	for i := len(text) - 1; i >= 0; i-- {
		text[i]++
		if text[i] != 0 {
			return true
		}
	}
	return false
}
