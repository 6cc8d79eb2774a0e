package main

import (
	"fmt"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// costs are the estimated costs of all rules of a schema.
type costs struct {
	env   *environment.EnvSet
	lines []string
}

func costsOf(step Step) Outcome {
	result := costs{env: environment.MustBaseEnvSet(version.MustParse(step.Version))}
	root := internalSchema(step)
	result.visit(root, validation.RootCELContext(root), "")
	sort.Strings(result.lines)
	return Outcome{Costs: result.lines}
}

func (c *costs) visit(schema *apiextensions.JSONSchemaProps, context *validation.CELSchemaContext, path string) {
	c.rules(schema, context, path)
	for name := range schema.Properties {
		property := schema.Properties[name]
		inner := name
		if path != "" {
			inner = path + "." + name
		}
		c.visit(&property, context.ChildPropertyContext(&property, name), inner)
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		c.visit(schema.Items.Schema, context.ChildItemsContext(schema.Items.Schema), path+"[]")
	}
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
		values := schema.AdditionalProperties.Schema
		c.visit(values, context.ChildAdditionalPropertiesContext(values), path+"{}")
	}
}

func (c *costs) rules(schema *apiextensions.JSONSchemaProps, context *validation.CELSchemaContext, path string) {
	if len(schema.XValidations) == 0 {
		return
	}
	info, err := context.TypeInfo()
	must(err)
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, c.env, cel.NewExpressionsEnvLoader())
	must(err)
	for i, result := range results {
		places := result.MaxCardinality
		if context.MaxCardinality != nil {
			places = *context.MaxCardinality
		}
		if result.Error != nil {
			c.lines = append(c.lines, fmt.Sprintf("%s: %s: wrong", path, schema.XValidations[i].Rule))
			continue
		}
		c.lines = append(c.lines, fmt.Sprintf("%s: %s: %d * %d", path, schema.XValidations[i].Rule, result.MaxCost, places))
	}
}
