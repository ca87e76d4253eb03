package main

import (
	"fmt"
	"unicode/utf8"
)

func show(points []rune) {
	encoded := []byte{}
	for i, point := range points {
		if !utf8.ValidRune(point) {
			fmt.Println("error at", i)
			return
		}
		encoded = utf8.AppendRune(encoded, point)
	}
	fmt.Printf("ok % X\n", encoded)
}

func main() {
	show([]rune{@points@})
}
