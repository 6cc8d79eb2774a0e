package main

import (
	"errors"
	"fmt"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// Managed is what a manager owns.
type Managed struct {
	Set     string `json:"set"`
	Version string `json:"version"`
	Applied bool   `json:"applied"`
}

// Outcome is the result of a step.
type Outcome struct {
	Error    string             `json:"error,omitempty"`
	Object   any                `json:"object,omitempty"`
	Same     bool               `json:"same,omitempty"`
	Managers map[string]Managed `json:"managers,omitempty"`
	Values   []any              `json:"values,omitempty"`
}

var errMissing = errors.New("version does not exist")

// state is the object between two steps, in version v1.
type state struct {
	parser   *typed.Parser
	live     any
	managers fieldpath.ManagedFields
	updater  *merge.Updater
}

// renamed returns a value with keys and names that end in _v1 and so on as another version has them.
func renamed(value any, version string) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = renamed(v[i], version)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			name := key
			for _, other := range []string{"v1", "v2"} {
				if strings.HasSuffix(key, "_"+other) {
					name = strings.TrimSuffix(key, other) + version
				}
			}
			out[name] = renamed(v[key], version)
		}
		return out
	default:
		return value
	}
}

func (s *state) Convert(object *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	if version != "v1" && version != "v2" {
		return object, errMissing
	}
	return s.typeOf(string(version)).FromUnstructured(renamed(object.AsValue().Unstructured(), string(version)), typed.AllowDuplicates)
}

func (s *state) IsMissingVersionError(err error) bool { return err == errMissing }

func (s *state) typeOf(version string) typed.ParseableType { return s.parser.Type("root_" + version) }

func newState(c *Case) (*state, error) {
	parser, err := typed.NewParser(typed.YAMLObject(c.Schema))
	if err != nil {
		return nil, err
	}
	s := &state{parser: parser, managers: fieldpath.ManagedFields{}}
	builder := merge.UpdaterBuilder{Converter: s, ReturnInputOnNoop: c.ReturnNoop}
	if c.Ignored != nil {
		builder.IgnoredFields = map[fieldpath.APIVersion]*fieldpath.Set{}
		for version, sets := range c.Ignored {
			all := fieldpath.NewSet()
			for _, each := range sets {
				all = all.Union(mustSet(string(each)))
			}
			builder.IgnoredFields[fieldpath.APIVersion(version)] = all
		}
	}
	if c.Filters != nil {
		builder.IgnoreFilter = map[fieldpath.APIVersion]fieldpath.Filter{}
		for version, prefixes := range c.Filters {
			builder.IgnoreFilter[fieldpath.APIVersion(version)] = filterOf(prefixes)
		}
	}
	s.updater = builder.BuildUpdater()
	return s, nil
}

func mustSet(text string) *fieldpath.Set {
	set := &fieldpath.Set{}
	if err := set.FromJSON(strings.NewReader(text)); err != nil {
		panic(err)
	}
	return set
}

func replay(c *Case) (outcomes []Outcome) {
	s, err := newState(c)
	if err != nil {
		return []Outcome{{Error: err.Error()}}
	}
	for i := range c.Steps {
		outcomes = append(outcomes, s.step(&c.Steps[i]))
	}
	return outcomes
}

func (s *state) step(step *Step) (outcome Outcome) {
	// Some wrong schemas make the library panic. The outcome only says that it failed.
	defer func() {
		if r := recover(); r != nil {
			outcome = Outcome{Error: "panic"}
		}
	}()
	var err error
	switch step.Kind {
	case "update", "apply":
		outcome, err = s.write(step)
	case "schema":
		var parser *typed.Parser
		if parser, err = typed.NewParser(typed.YAMLObject(step.Schema)); err == nil {
			s.parser = parser
		}
	default:
		outcome, err = s.probe(step)
	}
	if err != nil {
		outcome = Outcome{Error: err.Error()}
	}
	return outcome
}

// write runs an update or an apply. The object of the request is in the step's version.
func (s *state) write(step *Step) (Outcome, error) {
	version := fieldpath.APIVersion(step.Version)
	live, err := s.typeOf(step.Version).FromUnstructured(renamed(s.live, step.Version), typed.AllowDuplicates)
	if err != nil {
		return Outcome{}, fmt.Errorf("live: %w", err)
	}
	object, err := s.typeOf(step.Version).FromUnstructured(step.Object, options(step.Dups)...)
	if err != nil {
		return Outcome{}, fmt.Errorf("object: %w", err)
	}
	var result *typed.TypedValue
	var managers fieldpath.ManagedFields
	if step.Kind == "update" {
		result, managers, err = s.updater.Update(live, object, version, s.managers.Copy(), step.Manager)
	} else {
		result, managers, err = s.updater.Apply(live, object, version, s.managers.Copy(), step.Manager, step.Force)
	}
	if err != nil {
		return Outcome{}, err
	}
	s.managers = managers
	outcome := Outcome{Managers: map[string]Managed{}, Same: result == nil}
	if result != nil {
		s.live = renamed(unstructured(result), "v1")
		outcome.Object = unstructured(result)
	}
	for name, set := range managers {
		outcome.Managers[name] = Managed{Set: text(set.Set()), Version: string(set.APIVersion()), Applied: set.Applied()}
	}
	return outcome, nil
}

func unstructured(value *typed.TypedValue) any {
	if value.AsValue() == nil {
		return nil
	}
	return value.AsValue().Unstructured()
}

func text(set *fieldpath.Set) string {
	out, err := set.ToJSON()
	if err != nil {
		return "error: " + err.Error()
	}
	return string(out)
}
