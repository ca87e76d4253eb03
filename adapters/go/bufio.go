// Under test: bufio.Reader.ReadRune, the incremental decoder of the standard library.
//
// It reads through an io.Reader that hands out one chunk at a time, so a chunk is finished when the next one
// is asked for. ReadRune gives size 1 for an invalid encoding, and that is the length of each error.
package main

import (
	"bufio"
	"io"
	"unicode"
)

var bufioReader = codec{"bufio", []offer{
	{"decode UTF-8 strict", onBytes(readRunes(true))},
	{"decode UTF-8 replace", onBytes(readRunes(false))},
	{"decode-replaced UTF-8 replace", onBytes(tellReadRunes)},
	{"decode-chunks UTF-8 strict", onChunks(readChunks(true))},
	{"decode-chunks UTF-8 replace", onChunks(readChunks(false))},
	{"decode-again UTF-8 strict", onPair(readAgain(true))},
	{"decode-again UTF-8 replace", onPair(readAgain(false))},
}}

// bufferSize is the smallest that bufio has, so that long input is read in many pieces.
const bufferSize = 16

// chunkReader hands out its chunks and counts those that the reader is done with.
type chunkReader struct {
	chunks   [][]byte
	finished int
}

func (c *chunkReader) Read(into []byte) (int, error) {
	for c.finished < len(c.chunks) {
		if chunk := c.chunks[c.finished]; len(chunk) > 0 {
			size := copy(into, chunk)
			c.chunks[c.finished] = chunk[size:]
			return size, nil
		}
		c.finished++
	}
	return 0, io.EOF
}

func readRunes(strict bool) func(out, input []byte) []byte {
	return func(out, input []byte) []byte {
		source := &chunkReader{chunks: [][]byte{input}}
		return readAll(out, bufio.NewReaderSize(source, bufferSize), source, strict, "")
	}
}

// tellReadRunes counts the replacement characters that come with a size of 1, as documented for an invalid encoding.
func tellReadRunes(out, input []byte) []byte {
	reader := bufio.NewReaderSize(&chunkReader{chunks: [][]byte{input}}, bufferSize)
	var text []byte
	replaced := 0
	for {
		point, size, err := reader.ReadRune()
		if err == io.EOF {
			return appendReplaced(out, replaced, text)
		}
		if err != nil {
			return appendFailed(out, err)
		}
		if point == unicode.ReplacementChar && size == 1 {
			replaced++
		}
		text = appendPoint(text, point)
	}
}

func readChunks(strict bool) func(out []byte, chunks [][]byte) []byte {
	return func(out []byte, chunks [][]byte) []byte {
		source := &chunkReader{chunks: chunks}
		return readAll(out, bufio.NewReaderSize(source, bufferSize), source, strict, " |")
	}
}

func readAgain(strict bool) func(out, first, second []byte) []byte {
	return func(out, first, second []byte) []byte {
		source := &chunkReader{chunks: [][]byte{first}}
		reader := bufio.NewReaderSize(source, bufferSize)
		out = append(readAll(out, reader, source, strict, ""), " / "...)
		source = &chunkReader{chunks: [][]byte{second}}
		reader.Reset(source)
		return readAll(out, reader, source, strict, "")
	}
}

func readAll(out []byte, reader *bufio.Reader, source *chunkReader, strict bool, bar string) []byte {
	start := len(out)
	out = append(out, "ok"...)
	bars, offset := 0, 0
	for {
		point, size, err := reader.ReadRune()
		for ; bars < source.finished; bars++ {
			out = append(out, bar...)
		}
		if err == io.EOF {
			return out
		}
		if err != nil {
			return appendFailed(out[:start], err)
		}
		if strict && point == unicode.ReplacementChar && size == 1 {
			return refuse(out, start, offset, size)
		}
		out = appendPoint(out, point)
		offset += size
	}
}
