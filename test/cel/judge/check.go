package main

import (
	"fmt"
	"regexp"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// names are those of the type of self, and of type parameters: their numbers are random.
var names = regexp.MustCompile(`(selfType|_var)\d+`)

func check(step Step) Outcome {
	declared := declaredType(step)
	env := environmentOfSchema(step, declared)
	checked, issues := env.Compile(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: names.ReplaceAllString(issues.Err().Error(), "$1")}
	}
	outcome := Outcome{Type: names.ReplaceAllString(checker.FormatCELType(checked.OutputType()), "$1")}
	for _, reference := range checked.NativeRep().ReferenceMap() {
		outcome.UsesOldSelf = outcome.UsesOldSelf || reference.Name == "oldSelf"
	}
	cost, err := env.EstimateCost(checked, &library.CostEstimator{SizeEstimator: sizes{declared}})
	must(err)
	outcome.Cost = fmt.Sprint(cost.Max)
	return outcome
}

// sizes are the sizes of the values of a schema, by their paths.
type sizes struct {
	root *apiservercel.DeclType
}

func (s sizes) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	current := s.root
	if len(node.Path()) == 0 {
		return nil
	}
	for _, part := range node.Path()[1:] {
		if current = child(current, part); current == nil {
			return nil
		}
	}
	if current == nil {
		return nil
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(current.MaxElements)}
}

func child(declared *apiservercel.DeclType, part string) *apiservercel.DeclType {
	switch {
	case declared == nil:
		return nil
	case part == "@items" || part == "@values":
		return declared.ElemType
	case part == "@keys":
		return declared.KeyType
	case declared.Fields[part] != nil:
		return declared.Fields[part].Type
	}
	return nil
}

func (s sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
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

func declaredType(step Step) *apiservercel.DeclType {
	structural, err := schema.NewStructural(internalSchema(step.Schema))
	must(err)
	return model.SchemaDeclType(structural, step.IsRoot)
}
