//go:build ignore

// Makes vectors.json: the YAML of sigs.k8s.io/yaml for many JSON values. README.md says how to run it.
package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"

	"sigs.k8s.io/yaml"
)

// Texts that are special somewhere in YAML, or in the order of keys.
var words = []string{
	"yes", "no", "true", "~", "null", "012", "0x1f", "1.5", "1e3", "1e999", "v1", "v2", "v10", "a", "b", "the", "pizza's", "\"x\"", "#", "x:",
	"-", "- a", "? b", ": c", "a: b", "a #b", "2001-01-01", "2001-01-01T10:00:00Z", "2001-13-01", "1:30", "é", "日本", "\t", "\n", "\n\n", "  ",
	" ", "'", "\\", "@x", "`x`", "{a}", "[b]", "*", "&a", "!t", "%d", "|", ">", "---", "...", "=", "<<", ".5", "+1", "-1", "1_000", "08",
	"0o7", "0b1", "long-word-without-any-space-in-it", "\u00a0", "\u0007", "😀", "Off", "Y", "nO", "End.", "foo.bar/baz", "\r",
}

var random = rand.New(rand.NewSource(4))

func text() string {
	n := random.Intn(4)
	if random.Intn(4) == 0 {
		n = random.Intn(60)
	}
	parts := []string{}
	for range n {
		parts = append(parts, words[random.Intn(len(words))])
	}
	return strings.Join(parts, []string{"", " ", " ", "  "}[random.Intn(4)])
}

// Keys are short texts in one line: longer ones have another syntax, which the printer does not need.
// A key with an underscore between digits has no place in Go's order, which is not transitive for it.
func key() string {
	for {
		if s := text(); len(s) < 100 && !strings.ContainsAny(s, "\n\r_") {
			return s
		}
	}
}

func value(depth int) any {
	kind := random.Intn(10)
	if depth <= 0 && kind > 6 {
		kind = random.Intn(7)
	}
	switch {
	case kind < 4:
		return text()
	case kind == 4:
		return []any{random.Intn(100), -random.Intn(5), random.Float64() * 1e8, random.Float64() / 1e6, float64(random.Intn(1000)) / 8, 1e20, 1e10, 123456789.5}[random.Intn(8)]
	case kind == 5:
		return random.Intn(2) == 0
	case kind == 6:
		return nil
	case kind < 9:
		object := map[string]any{}
		for range random.Intn(5) {
			object[key()] = value(depth - 1)
		}
		return object
	default:
		list := []any{}
		for range random.Intn(4) {
			list = append(list, value(depth-1))
		}
		return list
	}
}

func main() {
	values := []any{[]any{}, map[string]any{}, "text", 1, nil}
	for _, word := range words {
		values = append(values, map[string]any{"k": word, "l": []any{word}})
	}
	for range 250 {
		values = append(values, map[string]any{key(): value(5), "spec": value(2)})
	}
	fmt.Println("[")
	for i, one := range values {
		input, _ := json.Marshal(one)
		output, err := yaml.JSONToYAML(input)
		if err != nil {
			panic(err)
		}
		line, _ := json.Marshal([]any{json.RawMessage(input), string(output)})
		comma := ","
		if i == len(values)-1 {
			comma = ""
		}
		fmt.Printf("  %s%s\n", line, comma)
	}
	fmt.Println("]")
}
