// Command judge reads cases from standard input, one JSON document for each line, and reads their
// YAML texts with the library of Kubernetes. It prints one line for each case.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// Case is a list of YAML texts.
type Case struct {
	Steps []string `json:"steps"`
	Runs  int      `json:"runs"`
}

// Outcome is the value of a text as JSON, and the keys that a strict reader finds twice. Error is
// set for a text that is refused.
type Outcome struct {
	JSON       json.RawMessage `json:"json,omitempty"`
	Duplicates []string        `json:"duplicates,omitempty"`
	Error      string          `json:"error,omitempty"`
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
	decoder := json.NewDecoder(bytes.NewReader(line))
	if err := decoder.Decode(&given); err != nil {
		panic(err)
	}
	runs := make([][]Outcome, given.Runs)
	for run := range runs {
		runs[run] = make([]Outcome, len(given.Steps))
		for step, text := range given.Steps {
			runs[run][step] = outcomeOf([]byte(text))
		}
	}
	text, err := json.Marshal(runs)
	if err != nil {
		panic(err)
	}
	return text
}

var duplicate = regexp.MustCompile(`(?m)^  (line \d+: key .* already set in map)$`)

func outcomeOf(text []byte) Outcome {
	value, err := yaml.YAMLToJSON(text)
	if err != nil {
		return Outcome{Error: "refused"}
	}
	outcome := Outcome{JSON: value}
	if _, err := yaml.YAMLToJSONStrict(text); err != nil && strings.Contains(err.Error(), "already set in map") {
		for _, match := range duplicate.FindAllStringSubmatch(err.Error(), -1) {
			outcome.Duplicates = append(outcome.Duplicates, match[1])
		}
	}
	return outcome
}
