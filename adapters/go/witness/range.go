package main

import "fmt"

func show(octets string) {
	fmt.Print("ok")
	for _, point := range octets {
		fmt.Printf(" %X", point)
	}
	fmt.Println()
}

func main() {
	show("@octets@")
}
