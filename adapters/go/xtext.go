// Under test: golang.org/x/text/encoding/unicode and unicode/utf32, by BOM policy, and the two charset indexes.
//
// The decoders replace and never refuse; only ExpectBOM misses its BOM. encoding.UTF8Validator is the strict
// UTF-8 of the module: it tells where an error is, not how long. Encoders take UTF-8, which has no surrogates.
package main

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

var xText = codec{"x-text", join(
	strictUTF8(),
	decoders("UTF-8", unicode.UTF8), encoders("UTF-8", unicode.UTF8),
	both("UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)),
	both("UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)),
	both("UTF-16", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)),
	both("UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)),
	both("UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)),
	both("UTF-32", utf32.UTF32(utf32.BigEndian, utf32.UseBOM)),
	[]offer{{"label - -", onText(label(ianaLookup))}},
)}

var xTextUTF8BOM = codec{"x-text-utf8bom", both("UTF-8", unicode.UTF8BOM)}

var xTextExpectBOM = codec{"x-text-expectbom", join(
	both("UTF-16", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)),
	both("UTF-32", utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)),
)}

var xTextLittleEndian = codec{"x-text-littleendian", join(
	both("UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)),
	both("UTF-32", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)),
)}

var xTextHTMLIndex = codec{"x-text-htmlindex", join(
	transformers("UTF-8 replace", overridden("utf-8")),
	transformers("UTF-16BE replace", overridden("utf-16be")),
	transformers("UTF-16LE replace", overridden("utf-16le")),
	[]offer{{"label - -", onText(label(htmlLookup))}},
)}

func join(parts ...[]offer) []offer {
	var joined []offer
	for _, part := range parts {
		joined = append(joined, part...)
	}
	return joined
}

func both(name string, scheme encoding.Encoding) []offer {
	return append(decoders(name, scheme), encoders(name, scheme)...)
}

func decoders(name string, scheme encoding.Encoding) []offer {
	return transformers(name+" replace", func() transform.Transformer { return scheme.NewDecoder() })
}

func strictUTF8() []offer {
	validator := func() transform.Transformer { return encoding.UTF8Validator }
	return append(transformers("UTF-8 strict", validator),
		offer{"validate UTF-8 strict", onBytes(validateUTF8)},
		offer{"validate-cause UTF-8 strict", onBytes(validateUTF8Cause)},
		offer{"sweep UTF-8 strict", sweep(sweepValidator)})
}

// overridden makes the decoder of a label as browsers do: a BOM at the start overrides the label.
func overridden(label string) func() transform.Transformer {
	return func() transform.Transformer {
		scheme, err := htmlindex.Get(label)
		if err != nil {
			panic(err)
		}
		return unicode.BOMOverride(scheme.NewDecoder())
	}
}

// label looks up a name and gives the canonical name of what was found.
func label(lookup func(label string) (string, error)) func(out []byte, text string) []byte {
	return func(out []byte, text string) []byte {
		name, err := lookup(text)
		if encoding, ok := labelled[name]; ok && err == nil {
			return append(append(out, "ok "...), encoding...)
		}
		return append(out, "ok ?"...)
	}
}

// labelled holds the canonical names of the two indexes that are names of the protocol.
var labelled = map[string]string{
	"UTF-8": "UTF-8", "UTF-16": "UTF-16", "UTF-16BE": "UTF-16BE", "UTF-16LE": "UTF-16LE",
	"UTF-32": "UTF-32", "UTF-32BE": "UTF-32BE", "UTF-32LE": "UTF-32LE", "CESU-8": "CESU-8",
	"utf-8": "UTF-8", "utf-16be": "UTF-16BE", "utf-16le": "UTF-16LE",
}

func ianaLookup(label string) (string, error) {
	scheme, err := ianaindex.IANA.Encoding(label)
	if err != nil || scheme == nil {
		return "", err
	}
	return ianaindex.IANA.Name(scheme)
}

func htmlLookup(label string) (string, error) {
	scheme, err := htmlindex.Get(label)
	if err != nil || scheme == nil {
		return "", err
	}
	return htmlindex.Name(scheme)
}
