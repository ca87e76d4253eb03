package main

import (
	"fmt"

	@import@
	"golang.org/x/text/transform"
)

func show(points []rune) {
	encoded, _, err := transform.String(@transformer@, string(points))
	if err != nil {
		fmt.Println("error", err)
		return
	}
	fmt.Printf("ok % X\n", encoded)
}

func main() {
	show([]rune{@points@})
}
