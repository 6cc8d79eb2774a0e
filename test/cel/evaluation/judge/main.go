// Command judge reads cases from standard input, one JSON document for each line, and evaluates
// their expressions and rules as Kubernetes does, also match conditions of webhooks and expressions
// about tokens. It prints one line for each case.
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

// Case is a list of expressions and validations.
type Case struct {
	Runs  int    `json:"runs"`
	Steps []Step `json:"steps"`
}

// Step is an expression about a value of a schema, or an object whose rules are evaluated; a request
// with match conditions or an expression; or a token with the configuration of its issuer.
type Step struct {
	Expression      string          `json:"expression"`
	Version         string          `json:"version"`
	Schema          json.RawMessage `json:"schema"`
	IsRoot          bool            `json:"isRoot,omitempty"`
	OptionalOldSelf bool            `json:"optionalOldSelf,omitempty"`
	// Self and OldSelf are JSON texts; empty for none.
	Self    string `json:"self"`
	OldSelf string `json:"oldSelf,omitempty"`
	Budget  int64  `json:"budget"`

	Conditions []string        `json:"conditions,omitempty"`
	Request    *Request        `json:"request,omitempty"`
	Issuer     json.RawMessage `json:"issuer,omitempty"`
	// Claims is a JSON text.
	Claims string `json:"claims,omitempty"`
}

// Outcome is the value of an expression or the text of its error, with its cost; or the errors of
// an object, and the rest of the budget; or the result of match conditions; or the user of a token.
type Outcome struct {
	Value     string   `json:"value,omitempty"`
	Error     string   `json:"error,omitempty"`
	Cost      string   `json:"cost,omitempty"`
	Errors    []string `json:"errors,omitempty"`
	Remaining string   `json:"remaining,omitempty"`
	Matches   *bool    `json:"matches,omitempty"`
	Excluded  string   `json:"excluded,omitempty"`
	User      *User    `json:"user,omitempty"`
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

// answer contains each different list of outcomes. Go iterates maps in a random order.
func answer(line []byte) []byte {
	var given Case
	must(json.Unmarshal(line, &given))
	runs := make([][]Outcome, max(given.Runs, 1))
	for _, step := range given.Steps {
		for run := range runs {
			runs[run] = append(runs[run], outcome(step))
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
	case step.Expression == "":
		return validate(step)
	}
	return evaluate(step)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func structural(step Step) *schema.Structural {
	given := v1.JSONSchemaProps{}
	must(json.Unmarshal(step.Schema, &given))
	internal := apiextensions.JSONSchemaProps{}
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&given, &internal, nil))
	result, err := schema.NewStructural(&internal)
	must(err)
	return result
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
