#!/bin/sh
# sigs.k8s.io/yaml v1.6.0 writes the key "<<" of a map without quotes, and cannot read the text again: for its reader the
# key is a merge key of YAML 1.1. The string "<<" as a value is also written plain, which is harmless. So a ConfigMap
# whose data has the key "<<" fails only if it is written as YAML by a Go program. (JSON and quoted keys work.)
# Source: go.yaml.in/yaml/v2 v2.4.2, resolve.go: "<<" is in resolveMap, but the hint of "<" in resolveTable is 0, so that
# resolve returns !!str before it looks there, and the encoder sees no need for quotes. decode.go, isMerge, compares the
# text of the key.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > go.mod <<'MOD'
module finding
go 1.24
require sigs.k8s.io/yaml v1.6.0
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"

	"sigs.k8s.io/yaml"
)

func main() {
	for _, value := range []map[string]string{{"k": "<<"}, {"<<": "v"}} {
		text, _ := yaml.Marshal(value)
		var again map[string]string
		fmt.Printf("%q: %v\n", text, yaml.Unmarshal(text, &again))
	}
	var again map[string]string
	err := yaml.Unmarshal([]byte(`"<<": v`), &again)
	fmt.Println(again, err)
}
GO
GOFLAGS=-mod=mod go mod tidy >/dev/null 2>&1
go run . | tee output
cat > expected <<'TEXT'
"k: <<\n": <nil>
"<<: v\n": error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value
map[<<:v] <nil>
TEXT
diff expected output
