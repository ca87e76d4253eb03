// The adapter protocol, version 1: blocks of lines in, a block of answers out.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"utfproof/guarded"
)

// An answer appends what the codec said of one data line.
type answer func(out, line []byte) []byte

// An offer is an op in an encoding and a mode, as in "decode UTF-8 strict".
type offer struct {
	what   string
	answer answer
}

type codec struct {
	name   string
	offers []offer
}

// A session answers blocks: hello with one line, everything else by the header's answer.
type session struct {
	hello   []byte
	answers map[string]answer
}

const outputSize = 1 << 16

func newSession(standard []codec, goVersion string, text []codec, textVersion string) *session {
	type named struct {
		Name    string   `json:"name"`
		Version string   `json:"version"`
		Offers  []string `json:"offers"`
	}
	answers := map[string]answer{}
	names := []named{}
	add := func(codecs []codec, version string) {
		for _, codec := range codecs {
			entry := named{codec.name, version, nil}
			for _, offer := range codec.offers {
				op, rest, _ := strings.Cut(offer.what, " ")
				answers[op+" "+codec.name+" "+rest] = offer.answer
				entry.Offers = append(entry.Offers, offer.what)
			}
			names = append(names, entry)
		}
	}
	add(standard, goVersion)
	add(text, textVersion)
	hello, err := json.Marshal(struct {
		Protocol int     `json:"protocol"`
		Adapter  string  `json:"adapter"`
		Codecs   []named `json:"codecs"`
	}{1, "go", names})
	if err != nil {
		panic(err)
	}
	return &session{hello, answers}
}

// run answers until the end of the input, which may fall anywhere in a block.
func (s *session) run(input io.Reader, output io.Writer) error {
	lines := bufio.NewReaderSize(input, 1<<18)
	out := make([]byte, 0, 2*outputSize)
	var current answer // nil between blocks
	greeting := false
	ask := guarded.Ask
	var long []byte
	for {
		line, err := nextLine(lines, &long)
		ended := err != nil && len(line) == 0
		line = bytes.TrimSuffix(line, []byte{'\r'})
		switch {
		case len(line) != 0 && current == nil && !greeting:
			greeting = bytes.HasPrefix(line, []byte("hello "))
			current = s.answers[string(line)]
			if current == nil {
				current = unknownHeader
			}
			ask = guarded.Ask
			if bytes.HasPrefix(line, []byte("sweep ")) {
				ask = guarded.AskOnce
			}
			if greeting {
				out = append(append(out, s.hello...), '\n')
			}
		case len(line) != 0 && !greeting:
			out = append(ask(out, func(out []byte) []byte { return current(out, line) }), '\n')
		case len(line) == 0 && current != nil:
			out = append(out, '\n')
			current, greeting = nil, false
		}
		if len(out) >= outputSize || len(line) == 0 && len(out) > 0 {
			if _, failure := output.Write(out); failure != nil {
				return failure
			}
			out = out[:0]
		}
		if ended {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
	}
}

// nextLine returns a line without its LF, valid until the next call; the last may lack one.
func nextLine(lines *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := lines.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		*long = (*long)[:0]
		for err == bufio.ErrBufferFull {
			*long = append(*long, line...)
			line, err = lines.ReadSlice('\n')
		}
		*long = append(*long, line...)
		line = *long
	}
	return bytes.TrimSuffix(line, []byte{'\n'}), err
}

func unknownHeader(out, _ []byte) []byte {
	return append(out, "failed unknown header"...)
}
