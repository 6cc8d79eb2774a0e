//go:build ignore

// Makes vectors.json: the cells that kube-apiserver shows for custom resources. cells.test.ts says
// how to run it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

var values = []string{
	`null`, `true`, `false`, `0`, `5`, `-7`, `2.5`, `-2.5`, `0.0001`, `0.00001`, `1e-7`, `100000`, `1000000`,
	`123456.789`, `1234567.5`, `9007199254740991`, `1e20`, `1e21`, `1.5e300`,
	`""`, `"a b"`, `"<&>"`, `"null"`, `"1"`,
	`"2000-01-01T00:00:00Z"`, `"2000-01-01T00:00:00.123456789+01:00"`, `"2000-01-01T00:00:00-23:59"`,
	`"2999-01-01T00:00:00Z"`, `"0001-01-01T00:00:00Z"`, `"0001-01-01T01:00:00+01:00"`,
	`"2026-11-20"`, `"20 Nov 2026"`, `"2026-11-20T10:00:00"`, `"2026-11-20 10:00:00Z"`, `"2026-11-20T10:00Z"`,
	`"2026-02-30T00:00:00Z"`, `"2026-11-20T24:00:00Z"`, `"2000-01-01t00:00:00z"`, `"2000-01-01T00:00:00+25:00"`,
	`[]`, `{}`, `["b", "a"]`, `[null, 1, true]`, `["<", "\u2028", "\u007f"]`,
	`{"z": 1, "a": 2, "10": 3, "9": 4}`, `{"b": {"z": "<", "a": [1, {"d": 1.5e300, "c": 1e-9}]}}`,
	`{"\ud83d\ude00": 1, "\uffff": 2}`,
}

func main() {
	var lines []string
	for _, column := range []string{"string", "integer", "number", "boolean", "date"} {
		convertor, err := tableconvertor.New([]apiextensions.CustomResourceColumnDefinition{
			{Name: "Value", Type: column, JSONPath: ".spec.value"},
		})
		check(err)
		for _, value := range values {
			object := &unstructured.Unstructured{}
			check(object.UnmarshalJSON([]byte(
				`{"apiVersion": "x.example/v1", "kind": "X", "metadata": {"name": "a"}, "spec": {"value": ` + value + `}}`)))
			table, err := convertor.ConvertToTable(context.Background(), object, nil)
			check(err)
			cell := table.Rows[0].Cells[1]
			if text, isText := cell.(string); isText && column == "date" && !strings.HasPrefix(text, "<") {
				cell = "an age"
			}
			line, err := json.Marshal([]any{column, value, cell})
			check(err)
			lines = append(lines, string(line))
		}
	}
	fmt.Printf("[\n  %s\n]\n", strings.Join(lines, ",\n  "))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
