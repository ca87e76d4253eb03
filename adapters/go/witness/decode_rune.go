package main

import (
	"fmt"
	"unicode/utf8"
)

const strict = @strict@

func show(octets string) {
	points := []rune{}
	for i := 0; i < len(octets); {
		point, size := utf8.@rune@
		if strict && point == utf8.RuneError && size == 1 {
			fmt.Println("error at", i)
			return
		}
		points = append(points, point)
		i += size
	}
	fmt.Printf("ok %X\n", points)
}

func main() {
	show("@octets@")
}
