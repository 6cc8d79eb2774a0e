// Command judge reads cases from standard input, one JSON document for each line. It evaluates match
// conditions of webhooks, and authenticates tokens with expressions, as Kubernetes does. It prints one
// line for each case.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"

	"k8s.io/klog/v2"
)

// Case is a list of requests or tokens.
type Case struct {
	Runs  int    `json:"runs"`
	Steps []Step `json:"steps"`
}

// Step is a request with match conditions or an expression, or a token with the configuration of its issuer.
type Step struct {
	Conditions []string        `json:"conditions,omitempty"`
	Expression string          `json:"expression,omitempty"`
	Request    *Request        `json:"request,omitempty"`
	Issuer     json.RawMessage `json:"issuer,omitempty"`
	// Claims is a JSON text.
	Claims string `json:"claims,omitempty"`
}

// Outcome is the result of conditions, the value of an expression, or a user; or the text of an error.
type Outcome struct {
	Matches  *bool  `json:"matches,omitempty"`
	Excluded string `json:"excluded,omitempty"`
	Value    string `json:"value,omitempty"`
	Cost     string `json:"cost,omitempty"`
	User     any    `json:"user,omitempty"`
	Error    string `json:"error,omitempty"`
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
	different := map[string]bool{}
	for range max(given.Runs, 1) {
		outcomes := []Outcome{}
		for _, step := range given.Steps {
			outcomes = append(outcomes, outcome(step))
		}
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
	if step.Request == nil {
		return authenticate(step)
	}
	if step.Expression != "" {
		return evaluate(step)
	}
	return match(step)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
