#!/bin/sh
# `x-kubernetes-preserve-unknown-fields: true` on a list keeps unknown fields of its items, although `items` has
# properties; on a map, it does not keep those of its values.
#
# k8s.io/apiextensions-apiserver v0.37.2 (Kubernetes 1.37). The documentation says that pruning begins again where
# nested properties or additionalProperties are specified. For a property of an object and for the values of a map it
# does. But the items of a list inherit the extension of the list, so an object in a list keeps fields that the same
# object in a map loses.
# Source: pkg/apiserver/schema/pruning/algorithm.go (skipPrune), and the run below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
)

func main() {
	part := schema.Structural{Generic: schema.Generic{Type: "object"}, Properties: map[string]schema.Structural{"a": {}}}
	open := schema.Extensions{XPreserveUnknownFields: true}
	object := map[string]any{
		"list": []any{map[string]any{"a": 1, "unknown": 2}},
		"map":  map[string]any{"key": map[string]any{"a": 1, "unknown": 2}},
	}
	pruning.Prune(object, &schema.Structural{Properties: map[string]schema.Structural{
		"list": {Extensions: open, Items: &part},
		"map":  {Extensions: open, AdditionalProperties: &schema.StructuralOrBool{Structural: &part}},
	}}, false)
	fmt.Println(object)
}
GO
expected='map[list:[map[a:1 unknown:2]] map:map[key:map[a:1]]]'
go mod init finding 2> /dev/null
go get k8s.io/apiextensions-apiserver@v0.37.2 2> /dev/null
seen=$(go run -mod=mod .)
echo "$seen"
test "$seen" = "$expected"
