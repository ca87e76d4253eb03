package main

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

func show(octets string) {
	units := make([]uint16, len(octets)/2)
	for i := range units {
		units[i] = binary.@order@.Uint16([]byte(octets[2*i:]))
	}
	fmt.Printf("ok %X\n", utf16.Decode(units))
}

func main() {
	show("@octets@")
}
