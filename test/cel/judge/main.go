// Command judge reads cases from standard input, one JSON document for each line, and parses their
// expressions as Kubernetes does, or checks their types. It prints one line for each case.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Case is a list of expressions.
type Case struct {
	Steps []Step `json:"steps"`
}

// Step is an expression, and the version of Kubernetes whose language it has. With a schema, its
// types are checked. The costs of the rules of a schema are estimated. An expression that is
// evaluated has variables, and no schema.
type Step struct {
	Expression      string          `json:"expression"`
	Version         string          `json:"version"`
	Schema          json.RawMessage `json:"schema,omitempty"`
	IsRoot          bool            `json:"isRoot,omitempty"`
	OptionalOldSelf bool            `json:"optionalOldSelf,omitempty"`
	HasRules        bool            `json:"hasRules,omitempty"`
	Evaluates       bool            `json:"evaluates,omitempty"`
	Variables       map[string]any  `json:"variables,omitempty"`
	Bindings        Bindings        `json:"bindings,omitempty"`
}

// Outcome is the tree or the type of an expression, or the text of its errors.
type Outcome struct {
	Tree        string   `json:"tree,omitempty"`
	Type        string   `json:"type,omitempty"`
	UsesOldSelf bool     `json:"usesOldSelf,omitempty"`
	Cost        string   `json:"cost,omitempty"`
	Costs       []string `json:"costs,omitempty"`
	Value       string   `json:"value,omitempty"`
	Error       string   `json:"error,omitempty"`
}

func main() {
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

func answer(line []byte) []byte {
	var given Case
	must(json.Unmarshal(line, &given))
	outcomes := []Outcome{}
	for _, step := range given.Steps {
		outcomes = append(outcomes, outcome(step))
	}
	text, err := json.Marshal([][]Outcome{outcomes})
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
	if step.Evaluates {
		return evaluation(step)
	}
	if step.HasRules {
		return costsOf(step)
	}
	if step.Schema != nil {
		return check(step)
	}
	return parse(step)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
