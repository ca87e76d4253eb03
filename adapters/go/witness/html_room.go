package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

func show(octets string, room int) {
	encoding, _ := htmlindex.Get("@encoding@")
	space := make([]byte, room)
	written, read, err := unicode.BOMOverride(encoding.NewDecoder()).Transform(space, []byte(octets), true)
	switch err {
	case nil:
		fmt.Print("ok ", read)
	case transform.ErrShortDst:
		fmt.Print("short ", read)
	default:
		fmt.Println("error at", read, err)
		return
	}
	text := string(space[:written])
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
	show("@octets@", @room@)
}
