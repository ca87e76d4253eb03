package main

import (
	"fmt"
	@import@
)

func show(points []rune) {
	@encode@
	fmt.Printf("ok % X\n", encoded)
}

func main() {
	show([]rune{@points@})
}
