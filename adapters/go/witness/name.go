package main

import (
	"fmt"

	"golang.org/x/text/encoding/htmlindex"
)

func show(label string) {
	encoding, err := htmlindex.Get(label)
	if err != nil {
		fmt.Println("ok ?")
		return
	}
	name, err := htmlindex.Name(encoding)
	if err != nil {
		name = "?"
	}
	fmt.Println("ok", name)
}

func main() {
	show("@octets@")
}
