#!/bin/sh
# The operation `test` of gopkg.in/evanphx/json-patch.v4 v4.13.0, which kube-apiserver uses for JSON patches, compares
# scalars as bytes of JSON, not as values. RFC 6902, section 4.6, compares values: numbers are equal if they are
# numerically equal, and strings if they have the same characters. So `test` of 1.0 fails for 1, "\u0041" fails for
# "A", and "<" fails for an object that Go's encoder printed, because it prints "<" as "\u003c" by default.
# Source: patch.go, lazyNode.equal: bytes.Equal(n.compact(), o.compact()).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > go.mod <<'MOD'
module finding
go 1.24
require gopkg.in/evanphx/json-patch.v4 v4.13.0
MOD
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

func main() {
	encoded, _ := json.Marshal(map[string]string{"a": "<"})
	for _, each := range [][2]string{
		{`{"a":1}`, `1`}, {`{"a":1}`, `1.0`}, {`{"a":"A"}`, `"\u0041"`}, {string(encoded), `"<"`},
	} {
		patch, err := jsonpatch.DecodePatch([]byte(`[{"op":"test","path":"/a","value":` + each[1] + `}]`))
		if err == nil {
			_, err = patch.Apply([]byte(each[0]))
		}
		fmt.Printf("%s test %s: %v\n", each[0], each[1], err == nil)
	}
}
GO
GOFLAGS=-mod=mod go mod tidy >/dev/null 2>&1
go run . | tee output
cat > expected <<'TEXT'
{"a":1} test 1: true
{"a":1} test 1.0: false
{"a":"A"} test "\u0041": false
{"a":"\u003c"} test "<": false
TEXT
diff expected output
