// The versions that hello names: of the toolchain, for the standard library, and of golang.org/x/text.
package main

import (
	"runtime"
	"runtime/debug"
	"strings"
)

func goVersion() string {
	return strings.TrimPrefix(runtime.Version(), "go")
}

func textVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, module := range info.Deps {
		if module.Path == "golang.org/x/text" {
			return strings.TrimPrefix(module.Version, "v")
		}
	}
	return "unknown"
}
