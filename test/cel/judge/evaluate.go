package main

import (
	"fmt"
	"regexp"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	celschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// names have a random number in Kubernetes, and type parameters in cel-go.
var names = regexp.MustCompile(`(selfType|_var)\d+`)

// typeNames removes random numbers from the names of types.
func typeNames(text string) string { return names.ReplaceAllString(text, "$1") }

// program is a compiled expression, or the outcome of its compilation.
type program struct {
	step    Step
	wrong   *Outcome
	program cel.Program
}

// last is the program of the last step, which is evaluated several times.
var last program

var environments = map[string]*cel.Env{}

func evaluate(step Step) Outcome {
	sts := structural(step)
	if last.program == nil && last.wrong == nil || fmt.Sprint(last.step) != fmt.Sprint(step) {
		last = compile(step, sts)
	}
	if last.wrong != nil {
		return *last.wrong
	}
	return run(step, sts, last.program)
}

func compile(step Step, sts *schema.Structural) program {
	key := fmt.Sprint(step.Version, step.IsRoot, step.OptionalOldSelf, string(step.Schema))
	env := environments[key]
	if env == nil {
		env = environmentOfSchema(step, model.SchemaDeclType(sts, step.IsRoot))
		environments[key] = env
	}
	checked, issues := env.Compile(step.Expression)
	if issues.Err() != nil {
		return program{step: step, wrong: &Outcome{Error: "compilation: " + typeNames(issues.Err().Error())}}
	}
	compiled, err := env.Program(checked, cel.CostLimit(uint64(step.Budget)), cel.CostTracking(&library.CostEstimator{}))
	if err != nil {
		return program{step: step, wrong: &Outcome{Error: "program: " + err.Error()}}
	}
	return program{step: step, program: compiled}
}

func run(step Step, sts *schema.Structural, compiled cel.Program) Outcome {
	if step.IsRoot {
		sts = model.WithTypeAndObjectMeta(sts)
	}
	variables := map[string]any{"self": celschema.UnstructuredToVal(decoded(step.Self), sts)}
	if step.OptionalOldSelf {
		variables["oldSelf"] = types.OptionalNone
	}
	if step.OldSelf != "" {
		old := celschema.UnstructuredToVal(decoded(step.OldSelf), sts)
		variables["oldSelf"] = old
		if step.OptionalOldSelf {
			variables["oldSelf"] = types.OptionalOf(old)
		}
	}
	value, details, err := compiled.Eval(variables)
	cost := ""
	if details != nil && details.ActualCost() != nil {
		cost = costText(*details.ActualCost())
	}
	if err != nil {
		return Outcome{Error: typeNames(err.Error()), Cost: cost}
	}
	return Outcome{Value: typeNames(valueText(value)), Cost: cost}
}

func environmentOfSchema(step Step, declared *apiservercel.DeclType) *cel.Env {
	base := environment.MustBaseEnvSet(version.MustParse(step.Version))
	if declared == nil {
		return base.NewExpressionsEnv()
	}
	self := declared.MaybeAssignTypeName(fmt.Sprintf("selfType%d", time.Now().Nanosecond()))
	oldSelf := self.CelType()
	if step.OptionalOldSelf {
		oldSelf = types.NewOptionalType(oldSelf)
	}
	extended, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("self", self.CelType()), cel.Variable("oldSelf", oldSelf)},
		DeclTypes:         []*apiservercel.DeclType{self},
	})
	must(err)
	return extended.NewExpressionsEnv()
}

// costText prints the cost that JavaScript's numbers can hold.
func costText(cost uint64) string {
	if cost > 1<<53-1 {
		return "large"
	}
	return fmt.Sprint(cost)
}
