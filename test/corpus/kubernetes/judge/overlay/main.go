// Prints calls of generated validation functions: the object, its changes, and the errors.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// A call of the validation of an object. The objects are those of the compatibility tests, with
// changes.
type call struct {
	APIVersion   string   `json:"apiVersion"`
	Kind         string   `json:"kind"`
	Update       bool     `json:"update,omitempty"`
	Options      []string `json:"options,omitempty"`
	Subresources []string `json:"subresources,omitempty"`
	Changes      []change `json:"changes,omitempty"`
	// The changes of the object before the update.
	Old    []change        `json:"old,omitempty"`
	Errors []recordedError `json:"errors,omitempty"`
}

// options are none, and all.
var options = [][]string{nil, optionNames}

// asMap returns for each option whether it is on.
func asMap(on []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range optionNames {
		all[name] = slices.Contains(on, name)
	}
	return all
}

func main() {
	runs := 1000
	if text := os.Getenv("VALIDATION_RUNS"); text != "" {
		number, err := strconv.Atoi(text)
		must(err)
		runs = number
	}
	seed := int64(1)
	if text := os.Getenv("VALIDATION_SEED"); text != "" {
		number, err := strconv.ParseInt(text, 10, 64)
		must(err)
		seed = number
	}
	var objects bytes.Buffer
	kinds := []schema.GroupVersionKind{}
	for kind, typ := range legacyscheme.Scheme.AllKnownTypes() {
		// The types of meta/v1 are part of each group.
		isOfGroup := strings.HasPrefix(typ.PkgPath(), "k8s.io/api/") && slices.Contains(groups, kind.Group)
		if isOfGroup && kind.Version != runtime.APIVersionInternal {
			kinds = append(kinds, kind)
		}
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	for _, kind := range kinds {
		group := kind.Group
		if group == "" {
			group = "core"
		}
		text, err := os.ReadFile(filepath.Join(os.Args[1], group+"."+kind.Version+"."+kind.Kind+".json"))
		if err == nil {
			objects.Write(compact(text))
			record(kind, text, runs, rand.New(rand.NewSource(seed)))
		}
	}
	if len(os.Args) > 2 {
		must(os.WriteFile(os.Args[2], objects.Bytes(), 0o644))
	}
}

// compact returns an object in one line.
func compact(text []byte) []byte {
	var out bytes.Buffer
	must(json.Compact(&out, text))
	return append(out.Bytes(), '\n')
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

// record prints the calls of an object without changes, and those of changed objects that have a
// set of errors that no call before had.
func record(kind schema.GroupVersionKind, text []byte, runs int, r *rand.Rand) {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	seen := map[string]bool{}
	try := func(one call) {
		one.APIVersion, one.Kind = kind.GroupVersion().String(), kind.Kind
		value, old := decode(kind, text, one.Changes), decode(kind, text, one.Old)
		if value == nil || old == nil {
			return
		}
		var errs field.ErrorList
		if one.Update {
			errs = legacyscheme.Scheme.ValidateUpdate(context.Background(), optionsOf(one.Options), value, old, one.Subresources...)
		} else {
			errs = legacyscheme.Scheme.Validate(context.Background(), optionsOf(one.Options), value, one.Subresources...)
		}
		one.Errors = recorded(errs)
		keys := []string{fmt.Sprint(one.Update, one.Options, one.Subresources)}
		for _, e := range errs {
			keys = append(keys, fmt.Sprint(e.Type, index.ReplaceAllString(e.Field, ""), e.Detail, e.Origin))
		}
		key := strings.Join(keys, "\n")
		if !seen[key] && len(seen) < 30 || os.Getenv("VALIDATION_KEEP") == "all" {
			must(encoder.Encode(one))
		}
		seen[key] = true
	}
	// A kind without rules is valid with every subresource.
	if len(validate(kind, text, "unknown")) == 0 {
		try(call{})
		return
	}
	for _, subresources := range [][]string{nil, {"status"}, {"scale"}} {
		for _, options := range options {
			try(call{Options: options, Subresources: subresources})
			try(call{Update: true, Options: options, Subresources: subresources})
		}
	}
	// Only the first subresource that the kind supports has variations.
	var subresources []string
	for _, one := range []string{"status", "scale"} {
		if !slices.Contains(validate(kind, text, one), field.ErrorTypeInternal) {
			subresources = []string{one}
			break
		}
	}
	for range runs {
		one := call{Update: r.Intn(3) > 0, Options: options[r.Intn(2)]}
		if r.Intn(3) == 0 {
			one.Subresources = subresources
		}
		if one.Update {
			one.Old = changes(r, text, r.Intn(3), nil)
		}
		one.Changes = changes(r, text, r.Intn(3), one.Old)
		try(one)
	}
}

func validate(kind schema.GroupVersionKind, text []byte, subresource string) (types []field.ErrorType) {
	for _, e := range legacyscheme.Scheme.Validate(context.Background(), optionsOf(nil), decode(kind, text, nil), subresource) {
		types = append(types, e.Type)
	}
	return types
}

// decode returns the object with changes, or nil if a changed value cannot be decoded.
func decode(kind schema.GroupVersionKind, text []byte, changes []change) runtime.Object {
	object, err := legacyscheme.Scheme.New(kind)
	must(err)
	// Go compares raw objects byte by byte, so that all are written by the same function.
	var root any
	must(json.Unmarshal(text, &root))
	for _, one := range changes {
		root = replaced(root, one.Path, one.Value)
	}
	text, err = json.Marshal(root)
	must(err)
	if err := json.Unmarshal(text, object); err != nil {
		return nil
	}
	return object
}

type recordedError struct {
	Type, Field, Detail, Origin, Stability string
	Value                                  any
}

// MarshalJSON writes an error as a list, without the empty values at its end.
func (e recordedError) MarshalJSON() ([]byte, error) {
	values := []any{e.Type, e.Field, e.Detail, e.Origin, e.Stability, e.Value}
	for last := values[len(values)-1]; last == nil || last == ""; last = values[len(values)-1] {
		values = values[:len(values)-1]
	}
	return json.Marshal(values)
}

func recorded(errs field.ErrorList) (all []recordedError) {
	for _, e := range errs {
		one := recordedError{Type: string(e.Type), Field: e.Field, Detail: e.Detail, Origin: e.Origin}
		if v := reflect.ValueOf(e.BadValue); v.IsValid() && !(v.Kind() == reflect.Pointer && v.IsNil()) {
			one.Value = e.BadValue
		}
		if e.IsAlpha() || e.IsBeta() {
			one.Stability = e.ValidationStabilityLevel.String()
		}
		all = append(all, one)
	}
	return all
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
