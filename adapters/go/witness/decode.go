package main

import (
	"fmt"
	@import@
)

func show(octets string) {
	fmt.Printf("ok %X\n", []rune(@text@))
}

func main() {
	show("@octets@")
}
