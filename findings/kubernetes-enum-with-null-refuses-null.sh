#!/bin/sh
# A property of a CustomResourceDefinition with `nullable: true` and `enum: [S, L, null]` cannot be null.
#
# k8s.io/apiextensions-apiserver v0.37.2 (Kubernetes 1.37). OpenAPI 3.0.3 asks for a null in the enumeration of a
# nullable schema, and API servers accept such a definition. But the check of an enumeration skips members without a Go
# type, so null never belongs to one, and each object with null is refused with a message that lists null among the
# supported values. Without the null in the list, it is refused, too. A CEL rule (`self in ["S", "L"]`) is not evaluated
# for null, so it is the form that allows null.
# Source: k8s.io/kube-openapi pkg/validation/validate/validator.go (basicCommonValidator.Validate), and the run below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
)

func main() {
	for _, members := range [][]apiextensions.JSON{{"S", "L", nil}, {"S", "L"}, nil} {
		size := apiextensions.JSONSchemaProps{Type: "string", Nullable: true, Enum: members}
		schema := apiextensions.JSONSchemaProps{
			Type:       "object",
			Properties: map[string]apiextensions.JSONSchemaProps{"size": size},
		}
		validator, _, err := validation.NewSchemaValidator(&schema)
		if err != nil {
			panic(err)
		}
		for _, value := range []any{"S", nil} {
			object := map[string]any{"size": value}
			fmt.Println(members, value, validation.ValidateCustomResource(nil, object, validator))
		}
	}
}
GO
expected='[S L <nil>] S []
[S L <nil>] <nil> [size: Unsupported value: null: supported values: "S", "L", "null"]
[S L] S []
[S L] <nil> [size: Unsupported value: null: supported values: "S", "L"]
[] S []
[] <nil> []'
go mod init finding 2> /dev/null
go get k8s.io/apiextensions-apiserver@v0.37.2 2> /dev/null
seen=$(go run -mod=mod .)
echo "$seen"
test "$seen" = "$expected"
