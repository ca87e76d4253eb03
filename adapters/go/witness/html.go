package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

func show(octets string) {
	encoding, _ := htmlindex.Get("@encoding@")
	text, read, err := transform.String(unicode.BOMOverride(encoding.NewDecoder()), octets)
	if err != nil {
		fmt.Println("error at", read, err)
		return
	}
	fmt.Print("ok")
	for i, point := range text {
		if point == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			fmt.Printf(" \\x%02X", text[i])
		} else {
			fmt.Printf(" %X", point)
		}
	}
	fmt.Println()
}

func main() {
	show("@octets@")
}
