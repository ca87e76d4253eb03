package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

const strict = @strict@

func show(octets string) {
	reader := bufio.NewReader(strings.NewReader(octets))
	points, at := []rune{}, 0
	for {
		point, size, err := reader.ReadRune()
		if err == io.EOF {
			break
		}
		if strict && point == unicode.ReplacementChar && size == 1 {
			fmt.Println("error at", at)
			return
		}
		points = append(points, point)
		at += size
	}
	fmt.Printf("ok %X\n", points)
}

func main() {
	show("@octets@")
}
