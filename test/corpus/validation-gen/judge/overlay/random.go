package testscheme

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// A randomizer makes random values of types. Strings and numbers are those of the markers, so that
// rules apply and values are equal often.
type randomizer struct {
	rand    *rand.Rand
	strings []string
	numbers []int64
	options []string
}

var (
	markerText   = regexp.MustCompile(`"([^"\n]*)"`)
	markerNumber = regexp.MustCompile(`[=:] ?(-?\d+)\b`)
	markerOption = regexp.MustCompile(`if(?:En|Dis)abled\(([^)]+)\)`)
)

func newRandomizer(seed int64) *randomizer {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		panic(err)
	}
	r := &randomizer{rand: rand.New(rand.NewSource(seed)), strings: []string{"a", "b", "Ä", "a-1.b/c", strings.Repeat("x", 11)}}
	numbers := map[int64]bool{0: true, 1: true, 2: true}
	options := map[string]bool{}
	for line := range strings.SplitSeq(string(source), "\n") {
		isMarker := strings.Contains(line, "+k8s:") && !strings.Contains(line, "+k8s:validateFalse")
		if isMarker || strings.Contains(line, ` = "`) {
			for _, match := range markerText.FindAllStringSubmatch(line, -1) {
				r.strings = append(r.strings, match[1])
			}
			for _, match := range markerNumber.FindAllStringSubmatch(line, -1) {
				number, err := strconv.ParseInt(match[1], 10, 64)
				if err != nil {
					panic(err)
				}
				numbers[number-1], numbers[number], numbers[number+1] = true, true, true
			}
		}
		for _, match := range markerOption.FindAllStringSubmatch(line, -1) {
			options[match[1]] = true
		}
	}
	for number := range numbers {
		r.numbers = append(r.numbers, number)
	}
	sort.Slice(r.numbers, func(i, j int) bool { return r.numbers[i] < r.numbers[j] })
	for option := range options {
		r.options = append(r.options, option)
	}
	sort.Strings(r.options)
	return r
}

func (r *randomizer) chance(percent int) bool { return r.rand.Intn(100) < percent }

var marshaler = reflect.TypeFor[json.Marshaler]()

// change replaces parts of a value by random ones. Items are never nil, because TypeScript has no
// such items. Lists are nil instead of empty, because rules of TypeScript do not distinguish these.
func (r *randomizer) change(v reflect.Value, percent, depth int) {
	if v.Type().Implements(marshaler) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || r.chance(percent/3) {
			if !r.chance(percent) || depth > 6 {
				v.SetZero()
				return
			}
			v.Set(reflect.New(v.Type().Elem()))
		}
		r.change(v.Elem(), percent, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() && v.Type().Field(i).Name != "TypeMeta" {
				r.change(v.Field(i), percent, depth+1)
			}
		}
	case reflect.Slice:
		r.changeSlice(v, percent, depth)
	case reflect.Map:
		if !r.chance(percent) || depth > 6 {
			return
		}
		entries := reflect.MakeMap(v.Type())
		for _, key := range v.MapKeys() {
			if r.chance(70) {
				entries.SetMapIndex(key, v.MapIndex(key))
			}
		}
		for range r.rand.Intn(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), r.element(v.Type().Elem(), depth)
			key.SetString(r.strings[r.rand.Intn(len(r.strings))])
			entries.SetMapIndex(key, value)
		}
		v.Set(entries)
	default:
		if r.chance(percent) {
			r.scalar(v)
		}
	}
}

func (r *randomizer) changeSlice(v reflect.Value, percent, depth int) {
	if !r.chance(percent) || depth > 6 {
		return
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes([]byte("abc")[:r.rand.Intn(4)])
		return
	}
	items := reflect.MakeSlice(v.Type(), 0, 0)
	for i := range v.Len() {
		if r.chance(70) {
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(deepCopy(v.Index(i)))
			if r.chance(30) && item.Kind() != reflect.Pointer {
				r.change(item, 50, depth+1)
			}
			items = reflect.Append(items, item)
		}
	}
	count := r.rand.Intn(3)
	if r.chance(5) {
		count = 11
	}
	for range count {
		items = reflect.Append(items, r.element(v.Type().Elem(), depth))
	}
	r.rand.Shuffle(items.Len(), reflect.Swapper(items.Interface()))
	v.SetZero()
	if items.Len() > 0 {
		v.Set(items)
	}
}

func (r *randomizer) element(typ reflect.Type, depth int) reflect.Value {
	value := reflect.New(typ).Elem()
	if typ.Kind() == reflect.Pointer {
		value.Set(reflect.New(typ.Elem()))
		r.change(value.Elem(), 60, depth+2)
		return value
	}
	r.change(value, 60, depth+1)
	return value
}

func (r *randomizer) scalar(v reflect.Value) {
	number := r.numbers[r.rand.Intn(len(r.numbers))]
	switch v.Kind() {
	case reflect.String:
		v.SetString("")
		if r.chance(85) {
			v.SetString(r.strings[r.rand.Intn(len(r.strings))])
		}
	case reflect.Bool:
		v.SetBool(r.chance(50))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(number)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if number >= 0 {
			v.SetUint(uint64(number))
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(number) / 2)
	default:
		panic(v.Type())
	}
}

// deepCopy returns a value that shares no memory with another one.
func deepCopy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(deepCopy(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if out.Field(i).CanSet() {
				out.Field(i).Set(deepCopy(v.Field(i)))
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), 0, v.Len()))
			for i := range v.Len() {
				out.Set(reflect.Append(out, deepCopy(v.Index(i))))
			}
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMap(v.Type()))
			for _, key := range v.MapKeys() {
				out.SetMapIndex(key, deepCopy(v.MapIndex(key)))
			}
		}
	default:
		out.Set(v)
	}
	return out
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

// RecordRandom records calls with random values of all registered types. It keeps the calls with an
// error that no call before had.
func (s *Scheme) RecordRandom() {
	runs, err := strconv.Atoi(os.Getenv("VALIDATION_RUNS"))
	if err != nil {
		return
	}
	keepsAll := os.Getenv("VALIDATION_KEEP") == "all"
	types := []reflect.Type{}
	for typ := range s.validationFuncs {
		types = append(types, typ)
	}
	sort.Slice(types, func(i, j int) bool { return types[i].String() < types[j].String() })
	for _, typ := range types {
		r := newRandomizer(1)
		seen := map[string]bool{}
		for run := range runs {
			s.recordRandom(r, typ, run%3 != 0, func(errs field.ErrorList) bool {
				isNew := keepsAll
				for _, e := range errs {
					key := fmt.Sprint(run%3 != 0, e.Type, index.ReplaceAllString(e.Field, "[]"), e.Detail, e.Origin)
					isNew = isNew || !seen[key]
					seen[key] = true
				}
				return isNew
			})
		}
	}
}

func (s *Scheme) recordRandom(r *randomizer, typ reflect.Type, update bool, keeps func(field.ErrorList) bool) {
	old := reflect.New(typ.Elem())
	r.change(old.Elem(), 40, 0)
	value := deepCopy(old)
	r.change(value.Elem(), 25, 0)
	options := map[string]bool{}
	for _, option := range r.options {
		options[option] = r.chance(50)
	}
	folder := os.Getenv("VALIDATION_RECORDS")
	os.Unsetenv("VALIDATION_RECORDS")
	validate := func() field.ErrorList {
		if update {
			return s.ValidateUpdate(context.Background(), options, value.Interface(), old.Interface())
		}
		return s.Validate(context.Background(), options, value.Interface())
	}
	errs, ok := withoutPanic(validate)
	os.Setenv("VALIDATION_RECORDS", folder)
	if ok && keeps(errs) {
		validate()
	}
}

// withoutPanic reports whether a function did not panic. Go's generated functions panic if a pointer
// to a struct is nil whose field is neither optional nor required.
func withoutPanic(validate func() field.ErrorList) (errs field.ErrorList, ok bool) {
	defer func() { ok = recover() == nil }()
	return validate(), true
}
