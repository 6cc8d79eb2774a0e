// Command judge reads cases from standard input, one JSON document for each line, runs them with
// sigs.k8s.io/structured-merge-diff, and prints one line for each: the different outcomes of
// several runs, because Go iterates maps in a random order.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// Case is a sequence of operations on one object.
type Case struct {
	Schema     json.RawMessage              `json:"schema"`
	Runs       int                          `json:"runs"`
	ReturnNoop bool                         `json:"returnInputOnNoop"`
	Ignored    map[string][]json.RawMessage `json:"ignored"`
	Filters    map[string][][]any           `json:"filters"`
	Steps      []Step                       `json:"steps"`
}

// Step is one operation. The kind decides which other fields count.
type Step struct {
	Kind    string          `json:"kind"`
	Manager string          `json:"manager"`
	Version string          `json:"version"`
	Type    string          `json:"type"`
	Force   bool            `json:"force"`
	Dups    bool            `json:"dups"`
	Object  any             `json:"object"`
	Other   any             `json:"other"`
	Schema  json.RawMessage `json:"schema"`
	Sets    []string        `json:"sets"`
	Text    string          `json:"text"`
	Parts   []any           `json:"parts"`
}

func main() {
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	const block = 256
	for {
		lines := readLines(reader, block)
		if len(lines) == 0 {
			return
		}
		answers := make([][]byte, len(lines))
		var wait sync.WaitGroup
		for i, line := range lines {
			wait.Add(1)
			go func() {
				defer wait.Done()
				answers[i] = answer(line)
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
func answer(line []byte) []byte {
	var c Case
	if err := decode(line, &c); err != nil {
		panic(fmt.Sprintf("%v in %s", err, line))
	}
	for i := range c.Steps {
		c.Steps[i].Object = numbers(c.Steps[i].Object)
		c.Steps[i].Other = numbers(c.Steps[i].Other)
		c.Steps[i].Parts, _ = numbers(c.Steps[i].Parts).([]any)
	}
	seen := map[string]bool{}
	var outcomes []json.RawMessage
	for run := 0; run < max(c.Runs, 1); run++ {
		outcome := encode(replay(&c))
		if !seen[string(outcome)] {
			seen[string(outcome)] = true
			outcomes = append(outcomes, outcome)
		}
	}
	return encode(outcomes)
}

func decode(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(into)
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
		out := make([]any, len(v))
		for i := range v {
			out[i] = numbers(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[key] = numbers(v[key])
		}
		return out
	default:
		return value
	}
}

func options(dups bool) []typed.ValidationOptions {
	if dups {
		return []typed.ValidationOptions{typed.AllowDuplicates}
	}
	return nil
}
