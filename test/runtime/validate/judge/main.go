// The judge of compare-with-go.test.ts: it calls Kubernetes' validation library with the cases of
// standard input and prints the errors of each.
package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/api/validate"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

type testCase struct {
	Rule     string
	Update   bool
	Options  map[string]bool
	Text     string
	Limit    int
	Number   int64
	Old      *int64
	List     []string
	OldList  []string
	Pairs    []pair
	OldPairs []pair
	Map      map[string]string
	OldMap   map[string]string
	Set      []bool
	OldSet   []bool
	Mode     string
	OldMode  string
	Values   []string
	Exclude  []exclusion
}

type pair struct {
	Name string `json:"name"`
	Port *int64 `json:"port,omitempty"`
	Note string `json:"note"`
}

type exclusion struct {
	Value       string
	Option      string
	WhenEnabled bool
}

type result struct {
	Type   string
	Field  string
	Text   string
	Origin string
}

type members struct {
	set  []bool
	mode string
}

var ctx = context.Background()

var formats = map[string]func(context.Context, operation.Operation, *field.Path, *string, *string) field.ErrorList{
	"shortName":                  validate.ShortName[string],
	"longName":                   validate.LongName[string],
	"longNameCaseless":           validate.LongNameCaseless[string],
	"labelKey":                   validate.LabelKey[string],
	"prefixedLabelKey":           validate.PrefixedLabelKey[string],
	"labelValue":                 validate.LabelValue[string],
	"pathSegmentName":            validate.PathSegmentName[string],
	"uuid":                       validate.UUID[string],
	"extendedResourceName":       validate.ExtendedResourceName[string],
	"resourcePoolName":           validate.ResourcePoolName[string],
	"resourceFullyQualifiedName": validate.ResourceFullyQualifiedName[string],
}

var names = []func(string) []string{
	validation.IsDNS1123Label, validation.IsDNS1123Subdomain, validation.IsDNS1123SubdomainWithUnderscore,
	validation.IsDNS1035Label, validation.IsWildcardDNS1123Subdomain, validation.IsCIdentifier,
	validation.IsValidPortName, validation.IsValidPercent, validation.IsHTTPHeaderName, validation.IsEnvVarName,
	validation.IsRelaxedEnvVarName, validation.IsConfigMapKey,
}

func samePair(a, b *pair) bool {
	return a.Name == b.Name && ((a.Port == nil && b.Port == nil) || (a.Port != nil && b.Port != nil && *a.Port == *b.Port))
}

func fail[T any](_ context.Context, _ operation.Operation, path *field.Path, value, old T) field.ErrorList {
	return field.ErrorList{field.Invalid(path, nil, "visited")}
}

func isSet(at int) validate.ExtractorFn[*members, bool] {
	return func(obj *members) bool { return obj != nil && obj.set[at] }
}

func run(c testCase) field.ErrorList {
	op := operation.Operation{Type: operation.Create, Options: c.Options}
	if c.Update {
		op.Type = operation.Update
	}
	path := field.NewPath("f")
	if format, ok := formats[c.Rule]; ok {
		return format(ctx, op, path, &c.Text, nil)
	}
	obj := &members{c.Set, c.Mode}
	var oldObj *members
	if c.OldSet != nil {
		oldObj = &members{c.OldSet, c.OldMode}
	}
	switch c.Rule {
	case "minLength":
		return validate.MinLength(ctx, op, path, &c.Text, nil, c.Limit)
	case "maxLength":
		return validate.MaxLength(ctx, op, path, &c.Text, nil, c.Limit)
	case "maxBytes":
		return validate.MaxBytes(ctx, op, path, &c.Text, nil, c.Limit)
	case "minItems":
		return validate.MinItems(ctx, op, path, c.List, nil, c.Limit)
	case "maxItems":
		return validate.MaxItems(ctx, op, path, c.List, nil, c.Limit)
	case "minProperties":
		return validate.MinProperties(ctx, op, path, c.Map, nil, c.Limit)
	case "maxProperties":
		return validate.MaxProperties(ctx, op, path, c.Map, nil, c.Limit)
	case "minimum":
		return validate.Minimum(ctx, op, path, &c.Number, nil, int64(c.Limit))
	case "maximum":
		return validate.Maximum(ctx, op, path, &c.Number, nil, int64(c.Limit))
	case "monotonic":
		return validate.Monotonic(ctx, op, path, &c.Number, c.Old)
	case "neq":
		limit := int64(c.Limit)
		return append(validate.NEQ(ctx, op, path, &c.Text, nil, c.Mode), validate.NEQ(ctx, op, path, &c.Number, nil, limit)...)
	case "enum":
		exclusions := []validate.EnumExclusion[string]{}
		for _, e := range c.Exclude {
			exclusions = append(exclusions, validate.EnumExclusion[string]{Value: e.Value, Option: e.Option, ExcludeWhen: e.WhenEnabled})
		}
		return validate.Enum(ctx, op, path, &c.Text, nil, sets.New(c.Values...), exclusions)
	case "uniqueTexts":
		return validate.ValSliceUnique(ctx, op, path, c.List, nil, validate.DirectEqual)
	case "uniquePairs":
		return validate.ValSliceUnique(ctx, op, path, c.Pairs, nil, samePair)
	case "uniqueWhole":
		return validate.ValSliceUnique(ctx, op, path, c.Pairs, nil, validate.SemanticDeepEqual)
	case "eachText":
		return validate.EachValSliceVal(ctx, op, path, c.List, c.OldList, validate.DirectEqual, nil, fail)
	case "eachPair":
		return validate.EachValSliceVal(ctx, op, path, c.Pairs, c.OldPairs, samePair, validate.SemanticDeepEqual, fail)
	case "eachUncorrelated":
		return validate.EachValSliceVal(ctx, op, path, c.Pairs, c.OldPairs, nil, nil, fail)
	case "eachValue":
		return sorted(validate.EachMapVal(ctx, op, path, c.Map, c.OldMap, validate.DirectEqual, fail))
	case "eachKey":
		return validate.EachMapKey(ctx, op, path, c.Map, c.OldMap, fail)
	case "item":
		match := func(p *pair) bool { return p.Name == c.Text }
		return validate.ValSliceItem(ctx, op, path, c.Pairs, c.OldPairs, match, validate.SemanticDeepEqual, fail)
	case "updateList":
		return validate.ValSliceUpdate(ctx, op, path, c.List, c.OldList, validate.DirectEqual, validate.NoAddItem, validate.NoRemoveItem)
	case "updateMap":
		return append(
			sorted(validate.UpdateMap(ctx, op, path, c.Map, c.OldMap, validate.NoAddItem)),
			sorted(validate.UpdateMap(ctx, op, path, c.Map, c.OldMap, validate.NoRemoveItem))...)
	case "union":
		union := validate.NewUnionMembership(validate.NewUnionMember("a"), validate.NewUnionMember("b"), validate.NewUnionMember("c"))
		return validate.Union(ctx, op, path, obj, oldObj, union, isSet(0), isSet(1), isSet(2))
	case "zeroOrOneOf":
		union := validate.NewUnionMembership(validate.NewUnionMember("a"), validate.NewUnionMember("b"), validate.NewUnionMember("c"))
		return validate.ZeroOrOneOfUnion(ctx, op, path, obj, oldObj, union, isSet(0), isSet(1), isSet(2))
	case "discriminatedUnion":
		union := validate.NewDiscriminatedUnionMembership("mode", validate.NewDiscriminatedUnionMember("a", "A"),
			validate.NewDiscriminatedUnionMember("b", "B"), validate.NewDiscriminatedUnionMember("c", "C"))
		mode := func(obj *members) string {
			if obj == nil {
				return ""
			}
			return obj.mode
		}
		return validate.DiscriminatedUnion(ctx, op, path, obj, oldObj, union, mode, isSet(0), isSet(1), isSet(2))
	case "dependentRequired":
		return validate.DependentRequired(ctx, op, path, obj, oldObj, "a", isSet(0), "b", isSet(1))
	case "dependentForbidden":
		return validate.DependentForbidden(ctx, op, path, obj, oldObj, "a", isSet(0), "b", isSet(1))
	case "immutable":
		errs := field.ErrorList{}
		if !validate.SemanticDeepEqual(c.Pairs, c.OldPairs) {
			errs = append(errs, validate.Immutable(ctx, op, path, c.Pairs, c.OldPairs)...)
		}
		if !validate.SemanticDeepEqual(c.Map, c.OldMap) {
			errs = append(errs, validate.Immutable(ctx, op, path, c.Map, c.OldMap)...)
		}
		return errs
	case "mode":
		forbidden := func(_ context.Context, _ operation.Operation, path *field.Path, _, _ *bool) field.ErrorList {
			return field.ErrorList{field.Forbidden(path, "")}
		}
		get := func(obj *members) *bool { return &obj.set[0] }
		mode := func(obj *members) string { return obj.mode }
		return validate.Discriminated(ctx, op, path, obj, oldObj, "a", get, mode, validate.DirectEqual, forbidden,
			[]validate.DiscriminatedRule[*bool, string]{{Value: "A", Validation: fail[*bool]}, {Value: "B"}})
	case "names":
		errs := field.ErrorList{}
		for _, check := range names {
			for _, problem := range check(c.Text) {
				errs = append(errs, field.Invalid(path, nil, problem))
			}
		}
		return errs
	case "quantity":
		// Quantity.UnmarshalJSON removes space.
		quantity, err := resource.ParseQuantity(strings.TrimSpace(c.Text))
		if err != nil {
			return field.ErrorList{field.Invalid(path, nil, err.Error())}
		}
		return field.ErrorList{field.Invalid(path, nil, quantity.String())}
	case "option":
		return validate.IfOption(ctx, op, path, &c.Text, nil, c.Mode, c.Number == 1, fail[*string])
	}
	panic("unknown rule " + c.Rule)
}

// sorted returns the errors in the order of their fields, since Go iterates maps in random order.
func sorted(errs field.ErrorList) field.ErrorList {
	slices.SortStableFunc(errs, func(a, b *field.Error) int {
		if a.Field < b.Field {
			return -1
		} else if a.Field > b.Field {
			return 1
		}
		return 0
	})
	return errs
}

func main() {
	var cases []testCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	results := make([][]result, len(cases))
	for i, c := range cases {
		results[i] = []result{}
		for _, e := range run(c) {
			results[i] = append(results[i], result{string(e.Type), e.Field, e.Error(), e.Origin})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
