#!/bin/sh
# Go's regexp refuses scripts of Unicode whose name has an underscore or a second capital letter.
#
# Go 1.26.8. `\p{Old_Italic}` and `\p{SignWriting}` compile with Go 1.24 and are an "invalid
# character class range" with Go 1.26, although the documentation still allows the keys of
# unicode.Scripts, and unicode.Scripts still has both. Since Go 1.25, package regexp looks for a
# name without underscores, with a capital letter at the beginning only (`Olditalic`), so that
# `\p{greek}` and `\p{Letter}` work. It reads the map of the scripts with this form, and the map has
# other keys. So no spelling finds these scripts, and a pattern of a CustomResourceDefinition can
# become invalid by an upgrade of Kubernetes.
# Source: the documentation of regexp/syntax ("Unicode character classes are those in
# unicode.Categories and unicode.Scripts"), golang/go issue 70781, and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'module underscore\n\ngo 1.23\n' > go.mod
cat > main.go <<'GO'
package main

import (
	"fmt"
	"regexp"
	"unicode"
)

func main() {
	for _, name := range []string{"Old_Italic", "Olditalic", "SignWriting", "Greek", "greek"} {
		_, err := regexp.Compile(`\p{` + name + `}`)
		fmt.Printf("%s:%t:%t ", name, unicode.Scripts[name] != nil, err == nil)
	}
}
GO

fail=0
expect() {
  found=$(GOTOOLCHAIN=$1 go run .)
  echo "$1, name:in the map:compiles -> $found"
  [ "$found" = "$2 " ] || { echo "  expected: $2"; fail=1; }
}
expect go1.24.13 "Old_Italic:true:true Olditalic:false:false SignWriting:true:true Greek:true:true greek:false:false"
expect go1.26.8 "Old_Italic:true:false Olditalic:false:false SignWriting:true:false Greek:true:true greek:false:true"
exit $fail
