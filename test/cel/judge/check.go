package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// names are those of the type of self, and of type parameters: their numbers are random.
var names = regexp.MustCompile(`(selfType|_var)\d+`)

func check(step Step) Outcome {
	checked, issues := environmentOfSchema(step).Compile(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: names.ReplaceAllString(issues.Err().Error(), "$1")}
	}
	outcome := Outcome{Type: names.ReplaceAllString(checker.FormatCELType(checked.OutputType()), "$1")}
	for _, reference := range checked.NativeRep().ReferenceMap() {
		outcome.UsesOldSelf = outcome.UsesOldSelf || reference.Name == "oldSelf"
	}
	return outcome
}

func environmentOfSchema(step Step) *cel.Env {
	base := environment.MustBaseEnvSet(version.MustParse(step.Version))
	declared := declaredType(step)
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
	given := v1.JSONSchemaProps{}
	must(json.Unmarshal(step.Schema, &given))
	internal := apiextensions.JSONSchemaProps{}
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&given, &internal, nil))
	structural, err := schema.NewStructural(&internal)
	must(err)
	return model.SchemaDeclType(structural, step.IsRoot)
}
