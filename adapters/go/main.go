// The codecs of Go's standard library and of golang.org/x/text, under the adapter protocol.
package main

import "os"

func main() {
	standard := []codec{
		unicodeUTF8, unicodeUTF8String, bufioReader, rangeLoop, conversion, toValidUTF8, bytesToValidUTF8,
		encodingJSON, unicodeUTF16,
	}
	text := []codec{xText, xTextUTF8BOM, xTextExpectBOM, xTextLittleEndian, xTextHTMLIndex}
	session := newSession(standard, goVersion(), text, textVersion())
	if err := session.run(os.Stdin, os.Stdout); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
