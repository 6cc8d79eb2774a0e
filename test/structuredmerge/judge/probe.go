package main

import (
	"fmt"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// probe calls functions of the library on the values and sets of a step.
func (s *state) probe(step *Step) (Outcome, error) {
	switch step.Kind {
	case "parse":
		set := &fieldpath.Set{}
		err := set.FromJSON(strings.NewReader(step.Text))
		return Outcome{Values: []any{text(set)}}, err
	case "element":
		element, err := fieldpath.DeserializePathElement(step.Text)
		if err != nil {
			return Outcome{}, err
		}
		serialized, err := fieldpath.SerializePathElement(element)
		return Outcome{Values: []any{serialized, element.String()}}, err
	case "fromValue":
		set := fieldpath.SetFromValue(value.NewValueInterface(step.Object))
		return Outcome{Values: []any{text(set), set.String()}}, nil
	case "order":
		a, b := value.NewValueInterface(step.Object), value.NewValueInterface(step.Other)
		return Outcome{Values: []any{value.Compare(a, b), value.Equals(a, b)}}, nil
	case "sets":
		return s.probeSets(step), nil
	case "values":
		return s.probeValues(step)
	default:
		panic("unknown kind " + step.Kind)
	}
}

func (s *state) parseable(step *Step) typed.ParseableType {
	if step.Type == "" {
		return typed.DeducedParseableType
	}
	return s.parser.Type(step.Type)
}

func (s *state) probeSets(step *Step) Outcome {
	a, b := mustSet(step.Sets[0]), mustSet(step.Sets[1])
	t := s.parseable(step)
	var values []any
	for _, set := range []*fieldpath.Set{
		a.Union(b), a.Intersection(b), a.Difference(b), a.RecursiveDifference(b), a.Leaves(), b.Leaves(),
		a.EnsureNamedFieldsAreMembers(t.Schema, t.TypeRef), filterOf(prefixes(step.Parts)).Filter(a),
	} {
		values = append(values, text(set), set.Size(), set.Empty(), set.Equals(a))
	}
	var order []any
	a.Iterate(func(p fieldpath.Path) {
		order = append(order, p.String(), b.Has(p))
	})
	return Outcome{Values: append(values, order...)}
}

func prefixes(parts []any) [][]any {
	var out [][]any
	for _, part := range parts {
		out = append(out, part.([]any))
	}
	return out
}

// filterOf returns a filter that includes paths with one of the prefixes. The text * is a wildcard.
func filterOf(prefixes [][]any) fieldpath.Filter {
	var matchers []*fieldpath.SetMatcher
	for _, prefix := range prefixes {
		var parts []any
		for _, part := range prefix {
			name := part.(string)
			if name == "*" {
				parts = append(parts, fieldpath.MatchAnyPathElement())
				continue
			}
			element, err := fieldpath.DeserializePathElement(name)
			if err != nil {
				panic(err)
			}
			parts = append(parts, element)
		}
		matchers = append(matchers, fieldpath.MakePrefixMatcherOrDie(parts...))
	}
	return fieldpath.NewIncludeMatcherFilter(matchers...)
}

func (s *state) probeValues(step *Step) (Outcome, error) {
	t := s.parseable(step)
	a, err := t.FromUnstructured(step.Object, options(step.Dups)...)
	if err != nil {
		return Outcome{}, fmt.Errorf("a: %w", err)
	}
	b, err := t.FromUnstructured(step.Other, options(step.Dups)...)
	if err != nil {
		return Outcome{}, fmt.Errorf("b: %w", err)
	}
	var values []any
	add := func(value any, err error) {
		if err != nil {
			values = append(values, "error: "+err.Error())
		} else {
			values = append(values, value)
		}
	}
	set, err := a.ToFieldSet()
	if err != nil {
		add(nil, err)
		set = fieldpath.NewSet()
	} else {
		add(text(set), nil)
	}
	merged, err := a.Merge(b)
	if err != nil {
		add(nil, err)
	} else {
		add(unstructured(merged), nil)
	}
	comparison, err := a.Compare(b)
	if err != nil {
		add(nil, err)
	} else {
		add(comparison.String(), nil)
	}
	other, _ := b.ToFieldSet()
	if other == nil {
		other = fieldpath.NewSet()
	}
	for _, items := range []*fieldpath.Set{set.Leaves(), other, mustSet(step.Sets[0]), set.Difference(other)} {
		add(unstructured(a.RemoveItems(items)), nil)
		add(unstructured(a.ExtractItems(items)), nil)
		add(unstructured(a.ExtractItems(items, typed.WithAppendKeyFields())), nil)
		reconciled, err := typed.ReconcileFieldSetWithSchema(items, a)
		if err != nil {
			add(nil, err)
		} else if reconciled == nil {
			add("unchanged", nil)
		} else {
			add(text(reconciled), nil)
		}
	}
	return Outcome{Values: values}, nil
}
