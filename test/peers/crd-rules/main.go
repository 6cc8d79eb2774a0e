// The judge of test/crd: it reads CustomResourceDefinitions from standard input, and prints the
// errors of Kubernetes' validation of each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// An answer is one error: its type, field, detail, and the invalid value if it is a scalar.
type answer struct {
	Type   string
	Field  string
	Detail string
	Value  any `json:",omitempty"`
}

func scalar(value any) any {
	switch value.(type) {
	case string, bool, int, int32, int64, float64:
		return value
	}
	return nil
}

func answers(errs field.ErrorList) []answer {
	list := []answer{}
	for _, err := range errs {
		list = append(list, answer{string(err.Type), err.Field, err.Detail, scalar(err.BadValue)})
	}
	return list
}

// validate returns the errors of one object. Kubernetes panics for some, which is an answer too.
func validate(scheme *runtime.Scheme, object *v1.CustomResourceDefinition) (list []answer) {
	defer func() {
		if recover() != nil {
			list = []answer{{Type: "Panic"}}
		}
	}()
	internal := &apiextensions.CustomResourceDefinition{}
	if err := scheme.Convert(object, internal, nil); err != nil {
		panic(err)
	}
	// The strategy of the registry sets this, as every CRD of v1 prunes unknown fields.
	if internal.Spec.PreserveUnknownFields == nil {
		no := false
		internal.Spec.PreserveUnknownFields = &no
	}
	return answers(validation.ValidateCustomResourceDefinition(context.Background(), internal))
}

func main() {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	codec := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDecoder(v1.SchemeGroupVersion)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		object := &v1.CustomResourceDefinition{}
		if err := runtime.DecodeInto(codec, lines.Bytes(), object); err != nil {
			_ = out.Encode([]answer{{Type: "Decode", Detail: err.Error()}})
			continue
		}
		_ = out.Encode(validate(scheme, object))
	}
}
