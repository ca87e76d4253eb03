package main

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

func show(points []rune) {
	encoded := []byte{}
	for _, unit := range utf16.Encode(points) {
		encoded = binary.@order@.AppendUint16(encoded, unit)
	}
	fmt.Printf("ok % X\n", encoded)
}

func main() {
	show([]rune{@points@})
}
