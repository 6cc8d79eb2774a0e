package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"cel.dev/expr"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"google.golang.org/protobuf/encoding/protojson"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// dynamicEnvironments are those of expressions without a schema, by their versions and the names of their
// variables, which have any JSON values.
var dynamicEnvironments = map[string]*cel.Env{}

func environmentOfVariables(step Step) *cel.Env {
	names := slices.Sorted(maps.Keys(variablesOf(step)))
	key := step.Version + " " + strings.Join(names, " ")
	if dynamicEnvironments[key] == nil {
		options := []cel.EnvOption{}
		for _, name := range names {
			options = append(options, cel.Variable(name, cel.DynType))
		}
		extended, err := environment.MustBaseEnvSet(version.MustParse(step.Version)).Extend(environment.VersionedOptions{
			IntroducedVersion: version.MajorMinor(1, 0),
			EnvOptions:        options,
		})
		must(err)
		dynamicEnvironments[key] = extended.NewExpressionsEnv()
	}
	return dynamicEnvironments[key]
}

// Bindings are the values of variables as messages cel.expr.ExprValue.
type Bindings map[string]struct {
	Value json.RawMessage `json:"value"`
}

func variablesOf(step Step) map[string]any {
	variables := map[string]any{}
	maps.Copy(variables, step.Variables)
	for name, binding := range step.Bindings {
		value := &expr.Value{}
		must(protojson.Unmarshal(binding.Value, value))
		variable, err := cel.ProtoAsValue(types.DefaultTypeAdapter, value)
		must(err)
		variables[name] = variable
	}
	return variables
}

func evaluateVariables(step Step) Outcome {
	env := environmentOfVariables(step)
	checked, issues := env.Compile(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: typeNames(issues.Err().Error())}
	}
	program, err := env.Program(checked)
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	value, _, err := program.Eval(variablesOf(step))
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	return Outcome{Value: valueText(value)}
}
