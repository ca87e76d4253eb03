// The data lines of each op, taken apart for the functions that call a codec.
package main

import (
	"bytes"

	"utfproof/guarded"
)

// onBytes answers decode and validate.
func onBytes(ask func(out, input []byte) []byte) answer {
	var input []byte
	return func(out, line []byte) []byte {
		var err error
		if input, err = readBytes(input[:0], line); err != nil {
			return appendFailed(out, err)
		}
		return ask(out, guarded.Copy(input))
	}
}

// onMiddle answers decode-within: all three fields lie in one array, and ask gets the middle as a slice.
func onMiddle(ask func(out, input []byte) []byte) answer {
	return func(out, line []byte) []byte {
		fields, err := readFields(line)
		if err != nil || len(fields) != 3 {
			return appendFailed(out, errFields)
		}
		whole := guarded.Copy(bytes.Join(fields, nil))
		start := len(fields[0])
		return ask(out, whole[start:start+len(fields[1])])
	}
}

// onText answers decode and validate for a function of a string; and label.
func onText(ask func(out []byte, text string) []byte) answer {
	var input []byte
	return func(out, line []byte) []byte {
		var err error
		if input, err = readBytes(input[:0], line); err != nil {
			return appendFailed(out, err)
		}
		return ask(out, guarded.String(input))
	}
}

// onMiddleText answers decode-within for a function of a string: a slice of a string shares its memory, where one that
// is made of the middle alone would have no neighbours.
func onMiddleText(ask func(out []byte, text string) []byte) answer {
	return func(out, line []byte) []byte {
		fields, err := readFields(line)
		if err != nil || len(fields) != 3 {
			return appendFailed(out, errFields)
		}
		whole := guarded.String(bytes.Join(fields, nil))
		start := len(fields[0])
		return ask(out, whole[start:start+len(fields[1])])
	}
}

// onPair answers decode-again.
func onPair(ask func(out, first, second []byte) []byte) answer {
	return func(out, line []byte) []byte {
		fields, err := readFields(line)
		if err != nil || len(fields) != 2 {
			return appendFailed(out, errFields)
		}
		return ask(out, guarded.Copy(fields[0]), guarded.Copy(fields[1]))
	}
}

// onChunks answers decode-chunks. Who passes a chunk on lends it: guarded.Lend.
func onChunks(ask func(out []byte, chunks [][]byte) []byte) answer {
	return func(out, line []byte) []byte {
		chunks, err := readFields(line)
		if err != nil {
			return appendFailed(out, err)
		}
		return ask(out, chunks)
	}
}

// onRoom answers decode-room.
func onRoom(ask func(out []byte, room int, input []byte) []byte) answer {
	return func(out, line []byte) []byte {
		room, rest, err := readRoom(line)
		if err != nil {
			return appendFailed(out, err)
		}
		input, err := readBytes(nil, rest)
		if err != nil {
			return appendFailed(out, err)
		}
		return ask(out, room, guarded.Copy(input))
	}
}

// onPoints answers encode.
func onPoints(ask func(out []byte, points []uint32) []byte) answer {
	return func(out, line []byte) []byte {
		points, err := readPoints(line)
		if err != nil {
			return appendFailed(out, err)
		}
		return ask(out, points)
	}
}

// onPointChunks answers encode-chunks.
func onPointChunks(ask func(out []byte, chunks [][]uint32) []byte) answer {
	return func(out, line []byte) []byte {
		var chunks [][]uint32
		for _, field := range bytes.Split(line, []byte(" | ")) {
			points, err := readPoints(field)
			if err != nil {
				return appendFailed(out, err)
			}
			chunks = append(chunks, points)
		}
		return ask(out, chunks)
	}
}

// onPointRoom answers encode-room.
func onPointRoom(ask func(out []byte, room int, points []uint32) []byte) answer {
	return func(out, line []byte) []byte {
		room, rest, err := readRoom(line)
		if err != nil {
			return appendFailed(out, err)
		}
		points, err := readPoints(rest)
		if err != nil {
			return appendFailed(out, err)
		}
		return ask(out, room, points)
	}
}

func readFields(line []byte) ([][]byte, error) {
	var fields [][]byte
	for more := true; more; {
		var field []byte
		field, line, more = bytes.Cut(line, []byte{' '})
		read, err := readBytes(nil, field)
		if err != nil {
			return nil, err
		}
		fields = append(fields, read)
	}
	return fields, nil
}
