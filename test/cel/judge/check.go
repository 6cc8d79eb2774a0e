package main

import (
	"fmt"

	"github.com/google/cel-go/checker"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/library"
)

func check(step Step) Outcome {
	declared := model.SchemaDeclType(structural(step), step.IsRoot)
	env := environmentOfSchema(step, declared)
	checked, issues := env.Compile(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: typeNames(issues.Err().Error())}
	}
	outcome := Outcome{Type: typeNames(checker.FormatCELType(checked.OutputType()))}
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
