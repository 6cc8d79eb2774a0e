// Command judge reads cases from standard input, one JSON document for each line. It parses, checks,
// prices and evaluates their expressions and rules as Kubernetes does, also match conditions of
// webhooks and expressions about tokens. It prints one line for each case.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	kjson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/klog/v2"
)

// Case is a list of steps, which are repeated: Go iterates maps in a random order.
type Case struct {
	Runs  int    `json:"runs"`
	Steps []Step `json:"steps"`
}

// Step is one of these: an expression, which is parsed; with a schema, one whose types are checked;
// with a value of the schema, one that is evaluated; with variables, one that is evaluated without a
// schema; an object whose rules are evaluated; a schema whose rules are priced; a request with match
// conditions or an expression; or a token with the configuration of its issuer.
type Step struct {
	Expression string `json:"expression"`
	// Version is that of the language.
	Version         string          `json:"version"`
	Schema          json.RawMessage `json:"schema,omitempty"`
	IsRoot          bool            `json:"isRoot,omitempty"`
	OptionalOldSelf bool            `json:"optionalOldSelf,omitempty"`
	HasRules        bool            `json:"hasRules,omitempty"`

	// Self and OldSelf are JSON texts; empty for none.
	Self    string `json:"self,omitempty"`
	OldSelf string `json:"oldSelf,omitempty"`
	Budget  int64  `json:"budget,omitempty"`

	Evaluates bool           `json:"evaluates,omitempty"`
	Variables map[string]any `json:"variables,omitempty"`
	Bindings  Bindings       `json:"bindings,omitempty"`

	Conditions []string        `json:"conditions,omitempty"`
	Request    *Request        `json:"request,omitempty"`
	Issuer     json.RawMessage `json:"issuer,omitempty"`
	// Claims is a JSON text.
	Claims string `json:"claims,omitempty"`
}

// Outcome is the tree, the type or the value of an expression, or the text of its error, with its
// cost; the costs of rules; the errors of an object, and the rest of the budget; the result of match
// conditions; or the user of a token.
type Outcome struct {
	Tree        string   `json:"tree,omitempty"`
	Type        string   `json:"type,omitempty"`
	UsesOldSelf bool     `json:"usesOldSelf,omitempty"`
	Value       string   `json:"value,omitempty"`
	Error       string   `json:"error,omitempty"`
	Cost        string   `json:"cost,omitempty"`
	Costs       []string `json:"costs,omitempty"`
	Errors      []string `json:"errors,omitempty"`
	Remaining   string   `json:"remaining,omitempty"`
	Matches     *bool    `json:"matches,omitempty"`
	Excluded    string   `json:"excluded,omitempty"`
	User        *User    `json:"user,omitempty"`
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriter(os.Stdout)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 1 {
			writer.Write(answer(line))
			writer.WriteByte('\n')
		}
		if err != nil || reader.Buffered() == 0 {
			writer.Flush()
		}
		if err != nil {
			return
		}
	}
}

// answer contains each different list of outcomes.
func answer(line []byte) []byte {
	var given Case
	must(json.Unmarshal(line, &given))
	runs := make([][]Outcome, max(given.Runs, 1))
	for _, step := range given.Steps {
		result := outcome(step)
		for run := range runs {
			if run > 0 && step.isRandom() {
				result = outcome(step)
			}
			runs[run] = append(runs[run], result)
		}
	}
	different := map[string]bool{}
	for _, outcomes := range runs {
		text, err := json.Marshal(outcomes)
		must(err)
		different[string(text)] = true
	}
	texts := []json.RawMessage{}
	for text := range different {
		texts = append(texts, json.RawMessage(text))
	}
	sort.Slice(texts, func(i, j int) bool { return string(texts[i]) < string(texts[j]) })
	text, err := json.Marshal(texts)
	must(err)
	return text
}

func outcome(step Step) (result Outcome) {
	defer func() {
		if r := recover(); r != nil {
			result = Outcome{Error: "panic"}
			fmt.Fprintln(os.Stderr, r)
		}
	}()
	switch {
	case step.Issuer != nil:
		return authenticate(step)
	case step.Request != nil && step.Expression == "":
		return match(step)
	case step.Request != nil:
		return evaluateAbout(step)
	case step.Self != "" && step.Expression == "":
		return validate(step)
	case step.Self != "":
		return evaluate(step)
	case step.Evaluates:
		return evaluateVariables(step)
	case step.HasRules:
		return costsOf(step)
	case step.Schema != nil:
		return check(step)
	}
	return parse(step)
}

// isRandom reports whether the outcome can depend on the order of a map.
func (s Step) isRandom() bool {
	return s.Issuer != nil || s.Request != nil || s.Self != ""
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func structural(step Step) *schema.Structural {
	result, err := schema.NewStructural(internalSchema(step))
	must(err)
	return result
}

func internalSchema(step Step) *apiextensions.JSONSchemaProps {
	given := v1.JSONSchemaProps{}
	must(json.Unmarshal(step.Schema, &given))
	internal := apiextensions.JSONSchemaProps{}
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&given, &internal, nil))
	return &internal
}

// decoded is a JSON value in the form that Kubernetes decodes; nil for no text.
func decoded(text string) any {
	if text == "" {
		return nil
	}
	var value any
	must(kjson.Unmarshal([]byte(text), &value))
	return value
}
