#!/bin/sh
# A CustomResourceDefinition whose versions have equal selectableFields and different schemas is refused.
#
# k8s.io/apiextensions-apiserver v0.37.2 (Kubernetes 1.37). The conversion to the internal version moves the selectable
# fields of the versions to the definition if they are equal in all versions, and so it does with the schemas. If only
# the selectable fields are equal, the validation finds them without a schema: `may only be set when validations.schema
# is included`, although each version has its schema. So a second version cannot keep the selectable fields of the first
# one; with one more selectable field in one version, the definition is accepted.
# Source: pkg/apis/apiextensions/v1/conversion.go, pkg/apis/apiextensions/validation/validation.go, and the run below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func version(name string, properties, selectable []string) v1.CustomResourceDefinitionVersion {
	schema := &v1.JSONSchemaProps{Type: "object", Properties: map[string]v1.JSONSchemaProps{}}
	for _, property := range properties {
		schema.Properties[property] = v1.JSONSchemaProps{Type: "string"}
	}
	one := v1.CustomResourceDefinitionVersion{
		Name:    name,
		Served:  true,
		Storage: name == "v1",
		Schema:  &v1.CustomResourceValidation{OpenAPIV3Schema: schema},
	}
	for _, property := range selectable {
		one.SelectableFields = append(one.SelectableFields, v1.SelectableField{JSONPath: "." + property})
	}
	return one
}

func main() {
	for _, selectable := range [][]string{{"color"}, {"color", "doors"}} {
		definition := &v1.CustomResourceDefinition{
			ObjectMeta: metav1.ObjectMeta{Name: "cars.example.com"},
			Spec: v1.CustomResourceDefinitionSpec{
				Group: "example.com",
				Scope: v1.NamespaceScoped,
				Names: v1.CustomResourceDefinitionNames{Plural: "cars", Kind: "Car"},
				Versions: []v1.CustomResourceDefinitionVersion{
					version("v1", []string{"color"}, []string{"color"}),
					version("v2", []string{"color", "doors"}, selectable),
				},
			},
		}
		v1.SetDefaults_CustomResourceDefinition(definition)
		v1.SetDefaults_CustomResourceDefinitionSpec(&definition.Spec)
		definition.Status.StoredVersions = []string{"v1"}
		internal := &apiextensions.CustomResourceDefinition{}
		if err := v1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(definition, internal, nil); err != nil {
			panic(err)
		}
		fmt.Println(selectable, validation.ValidateCustomResourceDefinition(context.Background(), internal))
	}
}
GO
expected='[color] [spec.selectableFields: Invalid value: "": may only be set when validations.schema is included]
[color doors] []'
go mod init finding 2> /dev/null
go get k8s.io/apiextensions-apiserver@v0.37.2 2> /dev/null
seen=$(go run -mod=mod .)
echo "$seen"
test "$seen" = "$expected"
