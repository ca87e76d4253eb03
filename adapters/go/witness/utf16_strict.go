package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode"
	"unicode/utf16"
)

func show(octets string) {
	units := make([]uint16, (len(octets)+1)/2)
	if err := binary.Read(bytes.NewReader([]byte(octets)), binary.@order@, units); err != nil {
		fmt.Println("error", err)
		return
	}
	points := []rune{}
	for i := 0; i < len(units); i++ {
		point := rune(units[i])
		if utf16.IsSurrogate(point) {
			if i+1 == len(units) || utf16.DecodeRune(point, rune(units[i+1])) == unicode.ReplacementChar {
				fmt.Println("error at", 2*i)
				return
			}
			i++
			point = utf16.DecodeRune(point, rune(units[i]))
		}
		points = append(points, point)
	}
	fmt.Printf("ok %X\n", points)
}

func main() {
	show("@octets@")
}
