#!/bin/sh
# re2js accepts patterns that Go's regexp refuses, and refuses patterns that it accepts.
#
# re2js 2.10.0 and Go 1.26.8. re2js is a port of RE2 whose parser, errors and limits are those of
# Go's regexp/syntax in most respects, so a program that checks patterns for Go in JavaScript seems
# to need nothing else. But re2js also has binary properties of Unicode (`\p{Emoji}`), and its
# tables are of Unicode 17 (`\p{Garay}`, and `\p{L}` for letters that Go's Unicode 15 does not know).
# It has no long names of categories (`\p{Letter}`, since Go 1.25), distinguishes the case of names,
# allows no two groups of one name, and reads `[[:]` as a class without a name.
# Source: the documentation of regexp/syntax of Go 1.26, the section "Development" of the readme
# of re2js, and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund re2js@2.10.0
cat > main.js <<'JS'
import { RE2JS } from "re2js";
for (const pattern of process.argv.slice(2)) {
  try {
    console.log(pattern, RE2JS.compile(pattern).test("\u{10d50}"));
  } catch {
    console.log(pattern, "refused");
  }
}
JS
printf 'module patterns\n\ngo 1.26.0\n' > go.mod
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"regexp"
)

func main() {
	for _, pattern := range os.Args[1:] {
		if compiled, err := regexp.Compile(pattern); err != nil {
			fmt.Println(pattern, "refused")
		} else {
			fmt.Println(pattern, compiled.MatchString("\U00010d50"))
		}
	}
}
GO

fail=0
# The character is a letter of the script Garay, which Unicode has since version 16.
expect() {
  js=$(node main.js "$1")
  go=$(go run . "$1")
  echo "re2js: $js, Go: $go"
  [ "$js, $go" = "$1 $2, $1 $3" ] || { echo "  expected: $2, $3"; fail=1; }
}
expect '\p{Emoji}' false refused
expect '\p{Garay}' true refused
expect '\p{L}' true false
expect '\p{Letter}' refused false
expect '\p{greek}' refused false
expect '(?<a>x)|(?<a>y)' refused false
expect '[[:]' refused false
exit $fail
