package main

import (
	"fmt"
	"@package@"
)

func show(octets string) {
	if @valid@ {
		fmt.Println("valid")
	} else {
		fmt.Println("invalid")
	}
}

func main() {
	show("@octets@")
}
