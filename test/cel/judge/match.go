package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apiserver/pkg/admission"
	celplugin "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/cel/environment"
)

// Request is a write request.
type Request struct {
	Operation   string              `json:"operation"`
	Group       string              `json:"group"`
	Version     string              `json:"version"`
	Resource    string              `json:"resource"`
	Kind        string              `json:"kind"`
	WebhookKind string              `json:"webhookKind"`
	Subresource string              `json:"subresource"`
	Namespace   string              `json:"namespace"`
	Name        string              `json:"name"`
	User        string              `json:"user"`
	UID         string              `json:"uid"`
	Groups      []string            `json:"groups"`
	Extra       map[string][]string `json:"extra"`
	DryRun      bool                `json:"dryRun"`
	// Object and OldObject are JSON texts; empty for none.
	Object       string `json:"object"`
	OldObject    string `json:"oldObject"`
	FieldManager string `json:"fieldManager"`
}

func (r *Request) attributes() *admission.VersionedAttributes {
	kind := schema.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: r.Kind}
	resource := schema.GroupVersionResource{Group: r.Group, Version: r.Version, Resource: r.Resource}
	object, old := objectOf(r.Object), objectOf(r.OldObject)
	about := &user.DefaultInfo{Name: r.User, UID: r.UID, Groups: r.Groups, Extra: r.Extra}
	attributes := admission.NewAttributesRecord(object, old, kind, r.Namespace, r.Name, resource, r.Subresource,
		admission.Operation(r.Operation), r.options(), r.DryRun, about)
	versioned := &admission.VersionedAttributes{
		Attributes:    attributes,
		VersionedKind: schema.GroupVersionKind{Group: r.Group, Version: "v9", Kind: r.WebhookKind},
	}
	if object != nil {
		versioned.VersionedObject.Set(object)
	}
	if old != nil {
		versioned.VersionedOldObject.Set(old)
	}
	return versioned
}

func (r *Request) options() runtime.Object {
	meta := metav1.TypeMeta{APIVersion: "meta.k8s.io/v1"}
	switch r.Operation {
	case "CREATE":
		meta.Kind = "CreateOptions"
		return &metav1.CreateOptions{TypeMeta: meta, FieldManager: r.FieldManager}
	case "UPDATE":
		meta.Kind = "UpdateOptions"
		return &metav1.UpdateOptions{TypeMeta: meta, FieldManager: r.FieldManager}
	case "DELETE":
		meta.Kind = "DeleteOptions"
		return &metav1.DeleteOptions{TypeMeta: meta}
	}
	return nil
}

func objectOf(text string) runtime.Object {
	if text == "" {
		return nil
	}
	var object map[string]any
	must(kjson.Unmarshal([]byte(text), &object))
	return &unstructured.Unstructured{Object: object}
}

// explain is an authorizer whose reasons are the questions. Their lengths decide.
type explain struct{}

func (explain) Authorize(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
	parts := []string{a.GetUser().GetName(), strings.Join(a.GetUser().GetGroups(), ","), a.GetVerb()}
	if a.IsResourceRequest() {
		parts = append(parts, a.GetAPIGroup(), a.GetAPIVersion(), a.GetResource(), a.GetSubresource(), a.GetNamespace(), a.GetName())
		fields, err := a.GetFieldSelector()
		for _, each := range fields {
			parts = append(parts, each.Field, string(each.Operator), each.Value)
		}
		parts = append(parts, fmt.Sprint(err != nil))
		labels, err := a.GetLabelSelector()
		for _, each := range labels {
			parts = append(parts, each.Key(), string(each.Operator()), strings.Join(each.Values().List(), ","))
		}
		parts = append(parts, fmt.Sprint(err != nil))
	} else {
		parts = append(parts, a.GetPath())
	}
	reason := strings.Join(parts, "|")
	switch len(reason) % 4 {
	case 0:
		return authorizer.DecisionDeny, reason, nil
	case 1:
		return authorizer.DecisionNoOpinion, "", errors.New("cannot decide " + reason)
	}
	return authorizer.DecisionAllow, reason, nil
}

var compiler = celplugin.NewConditionCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
var declared = celplugin.OptionalVariableDeclarations{HasAuthorizer: true}

func match(step Step) Outcome {
	expressions := []celplugin.ExpressionAccessor{}
	for i, text := range step.Conditions {
		expressions = append(expressions, &matchconditions.MatchCondition{Name: fmt.Sprint(i), Expression: text})
	}
	filter := compiler.CompileCondition(expressions, declared, environment.StoredExpressions)
	result := matchconditions.NewMatcher(filter, nil, "webhook", "admit", "x").
		Match(context.Background(), step.Request.attributes(), nil, authorizerOf())
	if result.Error != nil {
		return Outcome{Error: typeNames(result.Error.Error())}
	}
	return Outcome{Matches: &result.Matches, Excluded: result.FailedConditionName}
}

// anyValue is an expression of any type.
type anyValue string

func (e anyValue) GetExpression() string { return string(e) }

func (anyValue) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType} }

const unlimited = 10_000_000

// evaluateAbout evaluates an expression of any type about a request.
func evaluateAbout(step Step) Outcome {
	attributes := step.Request.attributes()
	filter := compiler.CompileCondition([]celplugin.ExpressionAccessor{anyValue(step.Expression)}, declared, environment.StoredExpressions)
	request := celplugin.CreateAdmissionRequest(attributes.Attributes, metav1.GroupVersionResource(attributes.GetResource()), metav1.GroupVersionKind(attributes.VersionedKind))
	bindings := celplugin.OptionalVariableBindings{Authorizer: authorizerOf()}
	results, remaining, err := filter.ForInput(context.Background(), attributes, request, bindings, nil, unlimited)
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	cost := fmt.Sprint(unlimited - remaining)
	if results[0].Error != nil {
		return Outcome{Error: typeNames(results[0].Error.Error()), Cost: cost}
	}
	return Outcome{Value: typeNames(valueText(results[0].EvalResult)), Cost: cost}
}

func authorizerOf() authorizer.UnconditionalAuthorizer { return explain{} }
