//go:build ignore

// Makes vectors.json: what Kubernetes' own strategicpatch makes of many patches of Pods and Deployments.
// README.md says how to run it.
package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

type field struct {
	name string
	kind string // text, int, texts, ints, map, object, list
	key  string // of a list that is merged
	of   []field
}

var meta = field{name: "metadata", kind: "object", of: []field{
	{name: "name", kind: "text"},
	{name: "labels", kind: "map"},
	{name: "annotations", kind: "map"},
	{name: "finalizers", kind: "texts", key: "-"},
	{name: "ownerReferences", kind: "list", key: "uid", of: []field{{name: "uid", kind: "text"}, {name: "name", kind: "text"}, {name: "kind", kind: "text"}}},
}}

var podSpec = []field{
	{name: "restartPolicy", kind: "text"},
	{name: "terminationGracePeriodSeconds", kind: "int"},
	{name: "nodeSelector", kind: "map"},
	{name: "containers", kind: "list", key: "name", of: []field{
		{name: "name", kind: "text"},
		{name: "image", kind: "text"},
		{name: "args", kind: "texts"},
		{name: "ports", kind: "list", key: "containerPort", of: []field{{name: "containerPort", kind: "int"}, {name: "protocol", kind: "text"}, {name: "name", kind: "text"}}},
		{name: "env", kind: "list", key: "name", of: []field{{name: "name", kind: "text"}, {name: "value", kind: "text"}}},
	}},
	{name: "volumes", kind: "list", key: "name", of: []field{
		{name: "name", kind: "text"},
		{name: "emptyDir", kind: "object", of: []field{{name: "medium", kind: "text"}}},
		{name: "hostPath", kind: "object", of: []field{{name: "path", kind: "text"}, {name: "type", kind: "text"}}},
	}},
	{name: "imagePullSecrets", kind: "list", key: "name", of: []field{{name: "name", kind: "text"}}},
	{name: "tolerations", kind: "list", of: []field{{name: "key", kind: "text"}, {name: "operator", kind: "text"}}},
	{name: "hostAliases", kind: "list", key: "ip", of: []field{{name: "ip", kind: "text"}, {name: "hostnames", kind: "texts"}}},
	{name: "securityContext", kind: "object", of: []field{{name: "runAsUser", kind: "int"}, {name: "supplementalGroups", kind: "ints"}}},
}

var types = map[string][]field{
	"Pod": {meta, {name: "spec", kind: "object", of: podSpec}},
	"Deployment": {meta, {name: "spec", kind: "object", of: []field{
		{name: "replicas", kind: "int"},
		{name: "strategy", kind: "object", of: []field{
			{name: "type", kind: "text"},
			{name: "rollingUpdate", kind: "object", of: []field{{name: "maxSurge", kind: "int"}, {name: "maxUnavailable", kind: "text"}}},
		}},
		{name: "template", kind: "object", of: []field{meta, {name: "spec", kind: "object", of: podSpec}}},
	}}},
}

var r = rand.New(rand.NewSource(1))

func chance(p float64) bool { return r.Float64() < p }
func text() any             { return string(rune('a' + r.Intn(5))) }
func number() any           { return r.Intn(5) }
func pick(of ...any) any    { return of[r.Intn(len(of))] }
func some(item func() any) []any {
	list := []any{}
	for range r.Intn(4) {
		list = append(list, item())
	}
	return list
}

func unique(list []any) []any {
	seen, out := map[any]bool{}, []any{}
	for _, item := range list {
		if !seen[item] {
			out = append(out, item)
		}
		seen[item] = true
	}
	return out
}

// A value as a server might hold it: keys of merged lists are there, each once.
func value(f field, deep int) any {
	switch f.kind {
	case "text":
		return text()
	case "int":
		return number()
	case "texts":
		return unique(some(text))
	case "ints":
		return some(number)
	case "map":
		m := map[string]any{}
		for range r.Intn(3) {
			m[text().(string)] = text()
		}
		return m
	case "object":
		return object(f.of, "", deep)
	}
	list, seen := []any{}, map[any]bool{}
	for range r.Intn(4) {
		item := object(f.of, f.key, deep)
		if f.key == "" || !seen[item[f.key]] {
			list = append(list, item)
		}
		if f.key != "" {
			seen[item[f.key]] = true
		}
	}
	return list
}

func object(fields []field, key string, deep int) map[string]any {
	o := map[string]any{}
	for _, f := range fields {
		if f.name == key || chance(0.5) || (deep > 0 && chance(0.5)) {
			o[f.name] = value(f, deep-1)
		}
	}
	return o
}

// A change of a value: what patches say, now and then something that they must not.
func patch(f field, current any) any {
	if chance(0.03) {
		return nil
	}
	if chance(0.02) {
		return pick("x", 7, map[string]any{"a": "b"}, []any{"x"}, []any{}, map[string]any{})
	}
	switch f.kind {
	case "map":
		m := value(f, 0).(map[string]any)
		old, _ := current.(map[string]any)
		for k := range old {
			if chance(0.4) {
				m[k] = nil
			}
		}
		if chance(0.1) {
			m["$patch"] = pick("replace", "delete", "merge", "frob")
		}
		return m
	case "object":
		old, _ := current.(map[string]any)
		return change(f.of, "", old)
	case "list":
		old, _ := current.([]any)
		return changes(f, old)
	}
	return value(f, 0)
}

func changes(f field, old []any) any {
	list := []any{}
	for range r.Intn(4) {
		var current map[string]any
		if len(old) > 0 && chance(0.7) {
			current = old[r.Intn(len(old))].(map[string]any)
		}
		item := change(f.of, f.key, current)
		if current != nil && f.key != "" {
			item[f.key] = current[f.key]
		}
		if chance(0.15) {
			item["$patch"] = pick("delete", "delete", "delete", "replace", "merge", "frob")
		}
		if chance(0.02) {
			delete(item, f.key)
		}
		list = append(list, item)
	}
	if chance(0.05) {
		list = append(list, map[string]any{"$patch": "replace"})
	}
	if chance(0.01) {
		list = append(list, "x")
	}
	return list
}

func change(fields []field, key string, current map[string]any) map[string]any {
	o := map[string]any{}
	for _, f := range fields {
		if f.name == key {
			o[f.name] = value(f, 0)
		} else if chance(0.45) {
			o[f.name] = patch(f, current[f.name])
		}
		order(o, f, current)
	}
	if chance(0.03) {
		o["$patch"] = pick("replace", "delete", "merge", "frob")
	}
	if chance(0.05) {
		keys := []any{}
		for k := range o {
			if k[0] != '$' && chance(0.95) {
				keys = append(keys, k)
			}
		}
		for _, f := range fields {
			if chance(0.3) {
				keys = append(keys, f.name)
			}
		}
		o["$retainKeys"] = pick(keys, keys, keys, "x")
	}
	return o
}

// The directives of a list: what goes from it, and its order.
func order(o map[string]any, f field, current map[string]any) {
	list, _ := o[f.name].([]any)
	old, _ := current[f.name].([]any)
	if f.kind == "texts" && chance(0.25) {
		gone := []any{}
		for _, item := range append(append([]any{}, old...), list...) {
			if chance(0.4) {
				gone = append(gone, item)
			}
		}
		o["$deleteFromPrimitiveList/"+f.name] = gone
	}
	if (f.kind != "texts" && f.kind != "list") || !chance(0.4) {
		return
	}
	all := []any{}
	for _, item := range append(append([]any{}, old...), list...) {
		if m, ok := item.(map[string]any); ok {
			if m[f.key] == nil || m["$patch"] != nil {
				continue
			}
			item = map[string]any{f.key: m[f.key]}
		}
		if chance(0.9) {
			all = append(all, item)
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if chance(0.6) {
		// As clients write it: what the patch has, in its order.
		all = all[:0]
		for _, item := range list {
			if m, ok := item.(map[string]any); ok {
				if m[f.key] == nil || m["$patch"] != nil {
					continue
				}
				item = map[string]any{f.key: m[f.key]}
			}
			all = append(all, item)
		}
		for _, item := range old {
			if m, ok := item.(map[string]any); ok && f.key != "" {
				item = map[string]any{f.key: m[f.key]}
			}
			if chance(0.5) {
				all = append(all, item)
			}
		}
	}
	o["$setElementOrder/"+f.name] = all
}

type vector struct {
	Type     string          `json:"type"`
	Original json.RawMessage `json:"original"`
	Patch    json.RawMessage `json:"patch"`
	Result   json.RawMessage `json:"result,omitempty"`
	Error    string          `json:"error,omitempty"`
}

func apply(kind string, original, patch []byte) (result []byte, fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprint("panic: ", p)
		}
	}()
	var o, p map[string]any
	must(kjson.Unmarshal(original, &o))
	must(kjson.Unmarshal(patch, &p))
	var data any = corev1.Pod{}
	if kind == "Deployment" {
		data = appsv1.Deployment{}
	}
	merged, err := strategicpatch.StrategicMergeMapPatch(o, p, data)
	if err != nil {
		return nil, err.Error()
	}
	result, err = json.Marshal(merged)
	must(err)
	return result, ""
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	vectors, faults := []vector{}, map[string]int{}
	for len(vectors) < 400 {
		kind := pick("Pod", "Pod", "Deployment").(string)
		object := object(types[kind], "", 2)
		original, err := json.Marshal(object)
		must(err)
		change, err := json.Marshal(change(types[kind], "", object))
		must(err)
		if len(original)+len(change) > 900 {
			continue
		}
		result, fault := apply(kind, original, change)
		// Maps are walked in any order: what depends on it is no vector.
		stable := true
		for range 20 {
			again, otherFault := apply(kind, original, change)
			stable = stable && string(again) == string(result) && otherFault == fault
		}
		if !stable {
			continue
		}
		// Where Go panics, or has no list to look at, this project answers.
		if strings.HasPrefix(fault, "panic") || strings.HasPrefix(fault, "no elements") {
			continue
		}
		if fault != "" {
			faults[fault]++
			if len(faults) > 120 || faults[fault] > 2 {
				continue
			}
		}
		vectors = append(vectors, vector{kind, original, change, result, fault})
	}
	fmt.Println("[")
	for i, v := range vectors {
		line, err := json.Marshal(v)
		must(err)
		comma := ","
		if i == len(vectors)-1 {
			comma = ""
		}
		fmt.Println(string(line) + comma)
	}
	fmt.Println("]")
	fmt.Fprintln(os.Stderr, len(vectors), "vectors,", len(faults), "faults")
}
