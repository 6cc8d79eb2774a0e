package main

import (
	"context"
	"fmt"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
)

// validated is the validator of the last step, which is run several times.
var validated struct {
	key       string
	validator *cel.Validator
}

func validate(step Step) Outcome {
	sts := structural(step)
	if key := fmt.Sprint(step.IsRoot, string(step.Schema)); validated.validator == nil || validated.key != key {
		validated.key, validated.validator = key, cel.NewValidator(sts, step.IsRoot, celconfig.PerCallLimit)
	}
	validator := validated.validator
	self, old := decoded(step.Self), decoded(step.OldSelf)
	options := []cel.Option{}
	if old != nil {
		options = append(options, cel.WithRatcheting(common.NewCorrelatedObject(self, old, &model.Structural{Structural: sts})))
	}
	errors, remaining := validator.Validate(context.Background(), nil, sts, self, old, step.Budget, options...)
	result := Outcome{Errors: []string{}, Remaining: fmt.Sprint(remaining)}
	for _, err := range errors {
		result.Errors = append(result.Errors, typeNames(err.Error()))
	}
	sort.Strings(result.Errors)
	return result
}
