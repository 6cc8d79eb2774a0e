// Command judge reads cases from standard input, one JSON document for each line, runs them with
// k8s.io/apimachinery/pkg/util/managedfields, and prints one line for each: the different outcomes
// of several runs, because Go iterates maps in a random order.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"k8s.io/klog/v2"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// Schema has the types of the kind: the merge behaviour, and the name of the type in each version.
type Schema struct {
	Document json.RawMessage   `json:"document"`
	Names    map[string]string `json:"names"`
}

// Case is a sequence of operations on one object.
type Case struct {
	Schema *Schema `json:"schema"`
	Runs   int     `json:"runs"`
	Steps  []Step  `json:"steps"`
}

// Step is one operation. The kind decides which other fields count.
type Step struct {
	Kind        string         `json:"kind"`
	Manager     string         `json:"manager"`
	Version     string         `json:"version"`
	Subresource string         `json:"subresource"`
	Force       bool           `json:"force"`
	Object      map[string]any `json:"object"`
	Sent        string         `json:"sent"`
	Entries     []any          `json:"entries"`
}

func main() {
	// Go reports that it could not compute managers. The outcome of the step says that too.
	klog.SetLogger(klog.New(nil))
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	const block = 64
	// The first case has the schema of all cases.
	var types *kinds
	for {
		lines := readLines(reader, block)
		if len(lines) == 0 {
			return
		}
		cases := make([]*Case, len(lines))
		for i, line := range lines {
			cases[i] = parse(line)
			if cases[i].Schema != nil {
				types = newKinds(cases[i].Schema)
			}
		}
		answers := make([][]byte, len(lines))
		var wait sync.WaitGroup
		for i, c := range cases {
			wait.Add(1)
			go func() {
				defer wait.Done()
				answers[i] = answer(types, c)
			}()
		}
		wait.Wait()
		for _, each := range answers {
			writer.Write(each)
			writer.WriteByte('\n')
		}
		writer.Flush()
	}
}

func newKinds(schema *Schema) *kinds {
	parser, err := typed.NewParser(typed.YAMLObject(schema.Document))
	if err != nil {
		panic(err)
	}
	return &kinds{parser: parser, names: schema.Names}
}

func parse(line []byte) *Case {
	var c Case
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&c); err != nil {
		panic(fmt.Sprintf("%v in %s", err, line))
	}
	for i := range c.Steps {
		if c.Steps[i].Object != nil {
			c.Steps[i].Object = numbers(c.Steps[i].Object).(map[string]any)
		}
		if c.Steps[i].Entries != nil {
			c.Steps[i].Entries = numbers(c.Steps[i].Entries).([]any)
		}
	}
	return &c
}

func readLines(reader *bufio.Reader, count int) [][]byte {
	var lines [][]byte
	for len(lines) < count {
		line, err := reader.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			lines = append(lines, line)
		}
		if err != nil || reader.Buffered() == 0 {
			break
		}
	}
	return lines
}

// answer returns the different outcomes of a case, each as JSON.
func answer(types *kinds, c *Case) []byte {
	seen := map[string]bool{}
	var outcomes []json.RawMessage
	for run := 0; run < max(c.Runs, 1); run++ {
		outcome := encode(replay(types, c))
		if !seen[string(outcome)] {
			seen[string(outcome)] = true
			outcomes = append(outcomes, outcome)
		}
	}
	return encode(outcomes)
}

func encode(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// numbers gives numbers the types that Kubernetes' JSON decoder gives them.
func numbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}
	return value
}
