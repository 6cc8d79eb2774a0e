#!/bin/sh
# UnmarshalCaseSensitivePreserveInts of sigs.k8s.io/json (2d320260d730), with which kube-apiserver reads custom resources
# and unstructured objects, preserves only integers of int64. A larger integer silently becomes a float64 and prints
# other digits, although Go has uint64, and although sigs.k8s.io/yaml v1.6.0 keeps all digits of the same number when it
# converts YAML to JSON. So the same object keeps the number in a YAML file, and loses it in the API server.
# Source: internal/golang/encoding/json/decode.go, convertNumber: ParseInt, then ParseFloat.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > go.mod <<'MOD'
module finding
go 1.24
require (
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730
	sigs.k8s.io/yaml v1.6.0
)
MOD
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

func main() {
	for _, number := range []string{"9223372036854775807", "9223372036854775809", "18446744073709551615"} {
		converted, _ := yaml.YAMLToJSON([]byte("id: " + number))
		var object map[string]interface{}
		err := kjson.UnmarshalCaseSensitivePreserveInts(converted, &object)
		printed, _ := json.Marshal(object)
		fmt.Printf("%s %T %s %v\n", converted, object["id"], printed, err)
	}
}
GO
GOFLAGS=-mod=mod go mod tidy >/dev/null 2>&1
go run . | tee output
cat > expected <<'TEXT'
{"id":9223372036854775807} int64 {"id":9223372036854775807} <nil>
{"id":9223372036854775809} float64 {"id":9223372036854776000} <nil>
{"id":18446744073709551615} float64 {"id":18446744073709552000} <nil>
TEXT
diff expected output
