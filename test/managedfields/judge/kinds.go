package main

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

const group = "things.example.com"

// kinds converts, creates and defaults objects of the kind Thing, which are unstructured.
type kinds struct {
	parser *typed.Parser
	names  map[string]string
}

func (k *kinds) ObjectToTyped(obj runtime.Object, opts ...typed.ValidationOptions) (*typed.TypedValue, error) {
	u := obj.(*unstructured.Unstructured)
	gvk := u.GroupVersionKind()
	name, ok := k.names[gvk.Version]
	if gvk.Group != group || gvk.Kind != "Thing" || !ok {
		return nil, runtime.NewNotRegisteredErrForKind("things", gvk)
	}
	return k.parser.Type(name).FromUnstructured(u.Object, opts...)
}

func (k *kinds) TypedToObject(value *typed.TypedValue) (runtime.Object, error) {
	object := value.AsValue().Unstructured()
	if object, ok := object.(map[string]any); ok {
		return &unstructured.Unstructured{Object: object}, nil
	}
	return nil, fmt.Errorf("failed to convert value to unstructured for type %T", object)
}

func (k *kinds) Convert(in, out, context any) error { return fmt.Errorf("not used") }

func (k *kinds) ConvertFieldLabel(gvk schema.GroupVersionKind, label, value string) (string, string, error) {
	return "", "", fmt.Errorf("not used")
}

func (k *kinds) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	gv := target.(schema.GroupVersion)
	u := in.(*unstructured.Unstructured)
	if u.GroupVersionKind().Kind == "" {
		return nil, runtime.NewMissingKindErr("unstructured object has no kind")
	}
	if u.GroupVersionKind().Version == "" {
		return nil, runtime.NewMissingVersionErr("unstructured object has no version")
	}
	if _, ok := k.names[gv.Version]; gv.Group != group || !ok {
		return nil, runtime.NewNotRegisteredErrForKind("things", gv.WithKind("Thing"))
	}
	object := decoded(renamed(u.Object, gv.Version), "").(map[string]any)
	object["apiVersion"] = gv.String()
	return &unstructured.Unstructured{Object: object}, nil
}

func (k *kinds) New(gvk schema.GroupVersionKind) (runtime.Object, error) {
	return newThing(gvk.GroupVersion().String()), nil
}

func (k *kinds) Default(in runtime.Object) {
	object := in.(*unstructured.Unstructured).Object
	if spec, ok := object["spec"].(map[string]any); ok && spec["set"] != nil && spec["replicas"] == nil {
		spec["replicas"] = int64(1)
	}
}

func newThing(apiVersion string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": apiVersion, "kind": "Thing", "metadata": map[string]any{},
	}}
}

// renamed returns a copy in which all names that end in _v1 and so on have the ending of a version.
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

// decoded replaces the nulls in an object as the decoder of a typed object does: in a struct they
// are absent fields, and in maps and lists they are zeros. The JSON in any and raw keeps them.
func decoded(value any, name string) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			if v[i] == nil {
				v[i] = map[string]any{}
			} else {
				v[i] = decoded(v[i], "")
			}
		}
	case map[string]any:
		for key, item := range v {
			switch {
			case item != nil:
				if key != "any" && key != "raw" {
					v[key] = decoded(item, key)
				}
			case name == "byName":
				v[key] = map[string]any{}
			case strings.Contains(strings.ToLower(name), "labels") || name == "annotations":
				v[key] = ""
			default:
				delete(v, key)
			}
		}
	}
	return value
}
