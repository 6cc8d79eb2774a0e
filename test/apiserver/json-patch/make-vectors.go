//go:build ignore

// Makes vectors.json: the results of Kubernetes' library for JSON patches. json-patch.test.ts says
// how to run it.
package main

import (
	"encoding/json"
	"os"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

// Vector is an operation, and its result or error.
type Vector struct {
	Operation json.RawMessage `json:"operation"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     string          `json:"error,omitempty"`
}

const document = `{"a": {"x": 1}, "l": [1, 2, 3], "s": "t", "n": null, "a/b": {"~c": 1}}`

// The standard input is an earlier vectors.json.
func main() {
	var vectors []Vector
	if err := json.NewDecoder(os.Stdin).Decode(&vectors); err != nil {
		panic(err)
	}
	for at := range vectors {
		vectors[at] = applied(vectors[at].Operation)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(vectors); err != nil {
		panic(err)
	}
}

func applied(operation json.RawMessage) Vector {
	patch, err := jsonpatch.DecodePatch([]byte("[" + string(operation) + "]"))
	if err != nil {
		panic(err)
	}
	result, err := patch.Apply([]byte(document))
	if err != nil {
		return Vector{Operation: operation, Error: err.Error()}
	}
	return Vector{Operation: operation, Result: result}
}
