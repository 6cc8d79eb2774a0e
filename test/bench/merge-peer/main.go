// The program reads a JSON document with a schema and values from stdin, repeats each operation for
// a while, and prints the CPU time of one run of each operation in nanoseconds.
package main

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"time"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

type input struct {
	Schema json.RawMessage `json:"schema"`
	Type   string          `json:"type"`
	Live   any             `json:"live"`
	Config any             `json:"config"`
	Fields string          `json:"fields"`
	Others string          `json:"others"`
}

type sameVersion struct{}

func (sameVersion) Convert(object *typed.TypedValue, _ fieldpath.APIVersion) (*typed.TypedValue, error) {
	return object, nil
}

func (sameVersion) IsMissingVersionError(error) bool { return false }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func setOf(text string) *fieldpath.Set {
	set := fieldpath.NewSet()
	if err := set.FromJSON(strings.NewReader(text)); err != nil {
		panic(err)
	}
	return set
}

func cpuTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

const sliceTime = 100 * time.Millisecond

// measure returns the CPU time of one call, which includes garbage collection: the lowest of five
// measurements, because other programs can only increase it.
func measure(run func()) float64 {
	lowest := 0.0
	for range 6 {
		calls, before, start := 0, cpuTime(), time.Now()
		for time.Since(start) < sliceTime {
			run()
			calls++
		}
		if each := float64(cpuTime()-before) / float64(calls); lowest == 0 || each < lowest {
			lowest = each
		}
	}
	return lowest
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		panic(err)
	}
	parser := must(typed.NewParser(typed.YAMLObject(in.Schema)))
	kind := parser.Type(in.Type)
	live, config := must(kind.FromUnstructured(in.Live)), must(kind.FromUnstructured(in.Config))
	fields, others := setOf(in.Fields), setOf(in.Others)
	updater := (&merge.UpdaterBuilder{Converter: sameVersion{}}).BuildUpdater()
	managers := func() fieldpath.ManagedFields {
		return fieldpath.ManagedFields{
			"a": fieldpath.NewVersionedSet(fields, "v1", false),
			"b": fieldpath.NewVersionedSet(others, "v1", true),
		}
	}
	times := map[string]float64{
		"read FieldsV1":  measure(func() { setOf(in.Fields) }),
		"write FieldsV1": measure(func() { must(fields.ToJSON()) }),
		"union":          measure(func() { fields.Union(others) }),
		"difference":     measure(func() { fields.Difference(others) }),
		"intersection":   measure(func() { fields.Intersection(others) }),
		"validate":       measure(func() { must(kind.FromUnstructured(in.Live)) }),
		"field set":      measure(func() { must(live.ToFieldSet()) }),
		"compare":        measure(func() { must(live.Compare(config)) }),
		"merge":          measure(func() { must(live.Merge(config)) }),
		"update":         measure(func() { _, _, err := updater.Update(config, live, "v1", managers(), "c"); must(0, err) }),
		"apply":          measure(func() { _, _, err := updater.Apply(live, config, "v1", managers(), "b", true); must(0, err) }),
	}
	if err := json.NewEncoder(os.Stdout).Encode(times); err != nil {
		panic(err)
	}
}
