package testscheme

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// A recordedCall is one call of a validation function, and its errors.
type recordedCall struct {
	// The package of the functions.
	Package string `json:"package"`
	// The package of the type, if it is another one.
	TypePackage  string          `json:"typePackage,omitempty"`
	Type         string          `json:"type"`
	Update       bool            `json:"update,omitempty"`
	Options      map[string]bool `json:"options,omitempty"`
	Subresources []string        `json:"subresources,omitempty"`
	Value        any             `json:"value"`
	Old          any             `json:"old,omitempty"`
	Errors       []recordedError `json:"errors,omitempty"`
	Unordered    bool            `json:"unordered,omitempty"`
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

// packagePath returns the path of a package below the folder of all tested packages.
func packagePath(path string) string {
	_, path, _ = strings.Cut(path, "cmd/validation-gen/output_tests/")
	if strings.HasPrefix(path, "tags/supported_resources/") {
		path += "/v1"
	}
	return path
}

var packageName = regexp.MustCompile(`\*(root|subresource|issubresource)\.`)

// withFolder replaces the name of a package by the name of its folder in TypeScript.
func withFolder(detail string) string { return packageName.ReplaceAllString(detail, "*v1.") }

// recorded calls a validation function and appends the call to the package's file of records.
func recorded(update bool, options map[string]bool, subresources []string, value, old any, validate func() field.ErrorList) field.ErrorList {
	errs := validate()
	folder := os.Getenv("VALIDATION_RECORDS")
	if folder == "" {
		return errs
	}
	typ := reflect.TypeOf(value).Elem()
	here, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	call := recordedCall{
		Package:      packagePath(here),
		TypePackage:  packagePath(typ.PkgPath()),
		Type:         typ.Name(),
		Update:       update,
		Options:      options,
		Subresources: subresources,
		Value:        plain(reflect.ValueOf(value)),
		Errors:       recordErrors(errs),
	}
	if call.TypePackage == call.Package {
		call.TypePackage = ""
	}
	if update {
		call.Old = plain(reflect.ValueOf(old))
	}
	// Go iterates maps in random order.
	for range 200 {
		if !reflect.DeepEqual(recordErrors(validate()), call.Errors) {
			call.Unordered = true
		}
	}
	line, err := json.Marshal(call)
	if err != nil {
		panic(err)
	}
	file := filepath.Join(folder, strings.ReplaceAll(call.Package, "/", "!"))
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer out.Close()
	if _, err := out.Write(append(line, '\n')); err != nil {
		panic(err)
	}
	return errs
}

func recordErrors(errs field.ErrorList) []recordedError {
	var all []recordedError
	for _, e := range errs {
		one := recordedError{Type: string(e.Type), Field: e.Field, Value: plain(reflect.ValueOf(e.BadValue)),
			Detail: withFolder(e.Detail), Origin: e.Origin}
		// A rule that always fails returns the object itself.
		if e.Origin == "validateFalse" {
			one.Value = nil
		}
		if e.IsAlpha() || e.IsBeta() {
			one.Stability = e.ValidationStabilityLevel.String()
		}
		all = append(all, one)
	}
	return all
}

// plain returns a value as JSON. Unlike encoding/json, it leaves out every zero that is not behind
// a pointer, and an embedded struct is a field with the name that it has in paths of errors.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Struct:
		if stringer, ok := v.Interface().(json.Marshaler); ok {
			return stringer
		}
		fields := map[string]any{}
		addFields(fields, v)
		return fields
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return base64.StdEncoding.EncodeToString(v.Bytes())
		}
		items := make([]any, v.Len())
		for i := range items {
			items[i] = plain(v.Index(i))
		}
		return items
	case reflect.Map:
		entries := map[string]any{}
		for _, key := range v.MapKeys() {
			entries[key.String()] = plain(v.MapIndex(key))
		}
		return entries
	}
	return v.Interface()
}

func addFields(fields map[string]any, v reflect.Value) {
	for i := range v.NumField() {
		member, value := v.Type().Field(i), v.Field(i)
		if !member.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		if name == "" {
			name = member.Name
			typ := member.Type
			if typ.Kind() == reflect.Pointer {
				typ = typ.Elem()
			}
			if member.Anonymous && typ.PkgPath() != v.Type().PkgPath() {
				name = typ.String()
			}
		}
		if !value.IsZero() {
			fields[name] = plain(value)
		}
	}
}

// withSmallNumbers makes the integers of a random value as small as those that TypeScript can have.
func withSmallNumbers(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			withSmallNumbers(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			withSmallNumbers(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			withSmallNumbers(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			element := reflect.New(v.Type().Elem()).Elem()
			element.Set(v.MapIndex(key))
			withSmallNumbers(element)
			v.SetMapIndex(key, element)
		}
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.CanSet() {
			v.SetInt(v.Int() % 10000)
		}
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.CanSet() {
			v.SetUint(v.Uint() % 10000)
		}
	}
}
