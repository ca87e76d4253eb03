package main

import (
	"encoding/json"
	"fmt"
)

func show(text string) {
	var decoded string
	if err := json.Unmarshal([]byte(text), &decoded); err != nil {
		fmt.Println("error", err)
		return
	}
	fmt.Printf("ok %X\n", []rune(decoded))
}

func main() {
	show("\"@octets@\"")
}
