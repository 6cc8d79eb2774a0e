// The judge of compare.test.ts: it validates the objects of standard input with Kubernetes'
// validator of custom resources, and prints the errors of each.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
)

// A task is a schema, and objects that are created or that replace another one. They are JSON.
type task struct {
	Schema v1.JSONSchemaProps
	// The schema has CEL rules of its own, which are not checked after some errors.
	HasCEL bool
	Calls  []struct {
		New string
		Old string
	}
}

type validator struct {
	structural *schema.Structural
	openapi    validation.SchemaValidator
	cel        *cel.Validator
	blocks     bool
}

func newValidator(external v1.JSONSchemaProps, blocks bool) (*validator, error) {
	internal := &apiextensions.JSONSchemaProps{}
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, internal, nil); err != nil {
		return nil, err
	}
	structural, err := schema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	openapi, _, err := validation.NewSchemaValidator(internal)
	return &validator{structural, openapi, cel.NewValidator(structural, true, celconfig.PerCallLimit), blocks}, err
}

// validate calls the functions that the strategy of custom resources calls.
func (v *validator) validate(object map[string]any) field.ErrorList {
	errs := objectmeta.Validate(context.Background(), nil, object, v.structural, false)
	errs = append(errs, validation.ValidateCustomResource(nil, object, v.openapi)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, v.structural, object)...)
	return v.validateCEL(errs, object, nil)
}

// blocking has the types of errors after which the strategy of custom resources checks no CEL rules
// (hasBlockingErr of registry/customresource).
var blocking = map[field.ErrorType]bool{
	field.ErrorTypeNotSupported: true,
	field.ErrorTypeRequired:     true,
	field.ErrorTypeTooLong:      true,
	field.ErrorTypeTooMany:      true,
	field.ErrorTypeTypeInvalid:  true,
}

const notChecked = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"

// validateCEL appends the errors of CEL rules to those of other rules.
func (v *validator) validateCEL(before field.ErrorList, object, old map[string]any, options ...cel.Option) field.ErrorList {
	for _, err := range before {
		if v.blocks && blocking[err.Type] {
			return append(before, field.Invalid(nil, nil, notChecked))
		}
	}
	var oldObject any
	if old != nil {
		oldObject = old
	}
	budget := int64(celconfig.RuntimeCELCostBudget)
	errs, _ := v.cel.Validate(context.Background(), nil, v.structural, object, oldObject, budget, options...)
	return append(before, errs...)
}

// validateUpdate validates the schema of an update, with ratcheting.
func (v *validator) validateUpdate(object, old map[string]any) field.ErrorList {
	correlated := common.NewCorrelatedObject(object, old, &model.Structural{Structural: v.structural})
	errs := validation.ValidateCustomResourceUpdate(nil, object, old, v.openapi, validation.WithRatcheting(correlated))
	return v.validateCEL(errs, object, old, cel.WithRatcheting(correlated))
}

func decoded(text string) map[string]any {
	object := map[string]any{}
	if err := utiljson.Unmarshal([]byte(text), &object); err != nil {
		panic(fmt.Errorf("%s: %w", text, err))
	}
	return object
}

func answer(t task) (answers [][][2]string, err error) {
	v, err := newValidator(t.Schema, t.HasCEL)
	if err != nil {
		return nil, err
	}
	for _, call := range t.Calls {
		var errs field.ErrorList
		if call.Old == "" {
			errs = v.validate(decoded(call.New))
		} else {
			errs = v.validateUpdate(decoded(call.New), decoded(call.Old))
		}
		rows := [][2]string{}
		for _, e := range errs {
			rows = append(rows, [2]string{string(e.Type), e.Error()})
		}
		answers = append(answers, rows)
	}
	return answers, nil
}

func main() {
	var tasks []task
	if err := json.NewDecoder(os.Stdin).Decode(&tasks); err != nil {
		panic(err)
	}
	answers := make([][][][2]string, len(tasks))
	for i, t := range tasks {
		var err error
		if answers[i], err = answer(t); err != nil {
			panic(err)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
