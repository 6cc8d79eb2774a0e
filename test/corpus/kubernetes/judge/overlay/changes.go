package main

import (
	"encoding/json"
	"math/rand"
	"slices"
	"sort"
	"strings"
)

// A change replaces the value at a path of keys and indexes. Without a value, it removes the entry or
// the item.
type change struct {
	Path  []any `json:"path"`
	Value any   `json:"value,omitempty"`
}

var texts = []any{
	"", "a", "A", "Ä", "a.b", "A.b", "a/b", "-a", strings.Repeat("x", 64), strings.Repeat("y", 254),
	"Limited", "Exempt", "Queue", "Reject",
}

var numbers = []any{0, -1, 1, 2, 100}

// changes returns some changes, and random ones after them.
func changes(r *rand.Rand, text []byte, count int, before []change) []change {
	all := slices.Clone(before)
	var root any
	must(json.Unmarshal(text, &root))
	for _, one := range all {
		root = replaced(root, one.Path, one.Value)
	}
	for range count {
		path, value := place(r, root, nil)
		one := change{Path: path}
		if r.Intn(3) > 0 {
			one.Value = other(r, value)
		}
		root = replaced(root, one.Path, one.Value)
		all = append(all, one)
	}
	return all
}

// place returns a random path in a value, and the value there. Paths spare the type of an object, its
// metadata except the name, and templates, which are large and have no rules.
func place(r *rand.Rand, value any, path []any) ([]any, any) {
	var keys []any
	switch container := value.(type) {
	case map[string]any:
		for key := range container {
			if key != "apiVersion" && key != "kind" && key != "template" {
				keys = append(keys, key)
			}
		}
		sort.Slice(keys, func(i, j int) bool { return keys[i].(string) < keys[j].(string) })
		if len(path) == 1 && path[0] == "metadata" {
			keys = []any{"name"}
		}
	case []any:
		for i := range container {
			keys = append(keys, i)
		}
	}
	if len(keys) == 0 || len(path) > 0 && path[0] != "metadata" && r.Intn(4) == 0 {
		return path, value
	}
	key := keys[r.Intn(len(keys))]
	return place(r, child(value, key), append(slices.Clone(path), key))
}

func child(value, key any) any {
	if i, ok := key.(int); ok {
		return value.([]any)[i]
	}
	return value.(map[string]any)[key.(string)]
}

// other returns a random value of the same type.
func other(r *rand.Rand, value any) any {
	switch value := value.(type) {
	case string:
		return texts[r.Intn(len(texts))]
	case float64, int:
		return numbers[r.Intn(len(numbers))]
	case bool:
		return !value
	case []any:
		if len(value) > 0 && r.Intn(2) == 0 {
			return append(slices.Clone(value), value[0])
		}
		return []any{}
	}
	return map[string]any{}
}

// replaced returns a value with a change, which shares the rest with the value.
func replaced(value any, path []any, to any) any {
	if len(path) == 0 {
		return to
	}
	switch container := value.(type) {
	case []any:
		i, items := path[0].(int), slices.Clone(container)
		if len(path) == 1 && to == nil {
			return slices.Delete(items, i, i+1)
		}
		items[i] = replaced(items[i], path[1:], to)
		return items
	case map[string]any:
		entries := map[string]any{}
		for key, one := range container {
			entries[key] = one
		}
		key := path[0].(string)
		if len(path) == 1 && to == nil {
			delete(entries, key)
			return entries
		}
		entries[key] = replaced(entries[key], path[1:], to)
		return entries
	}
	// An earlier change has removed the place.
	return value
}
