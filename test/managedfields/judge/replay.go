package main

import (
	"encoding/json"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// Outcome is the result of a step.
type Outcome struct {
	Error   string `json:"error,omitempty"`
	Object  any    `json:"object,omitempty"`
	Managed any    `json:"managed,omitempty"`
}

// state is the object between two steps, in the hub version v1; nil if it does not exist.
type state struct {
	kinds *kinds
	live  *unstructured.Unstructured
}

func replay(types *kinds, c *Case) (outcomes []Outcome) {
	s := &state{kinds: types}
	for i := range c.Steps {
		outcomes = append(outcomes, s.step(&c.Steps[i], i))
	}
	return outcomes
}

func (s *state) step(step *Step, at int) (outcome Outcome) {
	// Some wrong managers make the library panic. The outcome only says that it failed.
	defer func() {
		if r := recover(); r != nil {
			outcome = Outcome{Error: "panic"}
		}
	}()
	var err error
	switch step.Kind {
	case "update":
		err = s.update(step)
	case "apply":
		err = s.apply(step)
	case "managers":
		if s.live != nil {
			unset(s.live)
			if step.Entries != nil {
				s.live.Object["metadata"].(map[string]any)["managedFields"] = runtime.DeepCopyJSONValue(step.Entries)
			}
		}
	case "validate":
		if err = managedfields.ValidateManagedFields(entriesOf(step.Entries)); err == nil {
			return Outcome{}
		}
		return Outcome{Error: err.Error()}
	case "scale":
		return s.scale(step)
	}
	if s.live != nil {
		withStepTime(s.live, at)
		outcome.Object = withoutManagers(s.live)
		outcome.Managed = s.live.GetManagedFields()
	}
	if err != nil {
		outcome.Error = err.Error()
	}
	return outcome
}

func (s *state) manager(step *Step) *managedfields.FieldManager {
	gv := schema.GroupVersion{Group: group, Version: step.Version}
	reset := map[fieldpath.APIVersion]fieldpath.Filter{}
	path := fieldpath.MakePathOrDie("status")
	if step.Subresource != "" {
		path = fieldpath.MakePathOrDie("spec")
	}
	for version := range s.kinds.names {
		reset[fieldpath.APIVersion(group+"/"+version)] = fieldpath.NewExcludeSetFilter(fieldpath.NewSet(path))
	}
	hub := schema.GroupVersion{Group: group, Version: "v1"}
	manager, err := managedfields.NewDefaultFieldManager(s.kinds, s.kinds, s.kinds, s.kinds, gv.WithKind("Thing"), hub, step.Subresource, reset)
	if err != nil {
		panic(err)
	}
	return manager
}

// update writes an object, which has the properties of the live object except those of the request.
func (s *state) update(step *Step) error {
	live := s.live
	if live == nil {
		live = newThing(group + "/v1")
	}
	object := overlaid(live.DeepCopy().Object, renamed(step.Object, "v1").(map[string]any))
	next := &unstructured.Unstructured{Object: object}
	switch step.Sent {
	case "live":
	case "none":
		unset(next)
	default:
		next.Object["metadata"].(map[string]any)["managedFields"] = runtime.DeepCopyJSONValue(step.Entries)
	}
	manager := s.manager(step)
	_, err := manager.Update(live.DeepCopy(), next.DeepCopy(), step.Manager)
	s.live = manager.UpdateNoErrors(live.DeepCopy(), next, step.Manager).(*unstructured.Unstructured)
	s.stored()
	return err
}

func (s *state) apply(step *Step) error {
	live := s.live
	if live == nil {
		live = newThing(group + "/v1")
	}
	config := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(step.Object)}
	result, err := s.manager(step).Apply(live.DeepCopy(), config, step.Manager, step.Force)
	if err != nil {
		return err
	}
	s.live = result.(*unstructured.Unstructured)
	s.stored()
	return nil
}

// stored gives the object what the server gives to each stored object.
func (s *state) stored() {
	s.live.SetUID("u")
}

func (s *state) scale(step *Step) (outcome Outcome) {
	var parent []metav1.ManagedFieldsEntry
	if s.live != nil {
		parent = s.live.GetManagedFields()
	}
	gv := schema.GroupVersion{Group: group, Version: step.Version}
	paths := managedfields.ResourcePathMappings{
		group + "/v1": fieldpath.MakePathOrDie("spec", "replicas"),
		group + "/v2": fieldpath.MakePathOrDie("spec", "replicas"),
	}
	handler := managedfields.NewScaleHandler(parent, gv, paths)
	scale, err := handler.ToSubresource()
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	if step.Entries != nil {
		scale = entriesOf(step.Entries)
	}
	entries, err := handler.ToParent(scale)
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	return Outcome{Object: scale, Managed: entries}
}

func entriesOf(items []any) []metav1.ManagedFieldsEntry {
	var entries []metav1.ManagedFieldsEntry
	if err := json.Unmarshal(encode(items), &entries); err != nil {
		panic(fmt.Sprintf("%v in %s", err, encode(items)))
	}
	return entries
}

// overlaid replaces the properties of an object; null removes them.
func overlaid(object, properties map[string]any) map[string]any {
	for key, value := range properties {
		changes, isMap := value.(map[string]any)
		switch {
		case value == nil:
			delete(object, key)
		case isMap && (key == "spec" || key == "status" || key == "metadata"):
			old, _ := object[key].(map[string]any)
			if old == nil {
				old = map[string]any{}
			}
			object[key] = overlaid(old, changes)
		default:
			object[key] = value
		}
	}
	return object
}

func unset(object *unstructured.Unstructured) {
	unstructured.RemoveNestedField(object.Object, "metadata", "managedFields")
}

func withoutManagers(object *unstructured.Unstructured) any {
	copied := object.DeepCopy()
	unset(copied)
	return copied.Object
}

// withStepTime replaces the current time by one that depends on the step only. All other times are
// earlier than the year 2010.
func withStepTime(object *unstructured.Unstructured, at int) {
	entries := object.GetManagedFields()
	for i := range entries {
		if entries[i].Time != nil && entries[i].Time.Year() > 2020 {
			entries[i].Time = &metav1.Time{Time: time.Date(2010, 1, 1, 0, at, 0, 0, time.UTC)}
		}
	}
	if entries != nil {
		object.SetManagedFields(entries)
	}
}
