// Command judge reads cases from standard input, one JSON document for each line, and matches their
// regular expressions with Go's package regexp. It prints one line for each case. With the argument
// classes, it prints the Unicode classes of that package instead, for runtime/pattern.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
)

// Case is a list of regular expressions with texts.
type Case struct {
	Steps []Step `json:"steps"`
	Runs  int    `json:"runs"`
}

// Step is a regular expression, and texts to search.
type Step struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts"`
}

// Outcome has one digit for each text: 1 for a match. Error is set for a regular expression that is
// refused.
type Outcome struct {
	Matches string `json:"matches,omitempty"`
	Error   string `json:"error,omitempty"`
}

func main() {
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	if len(os.Args) == 2 && os.Args[1] == "classes" {
		printClasses(writer)
		return
	}
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
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
	if err := json.Unmarshal(line, &given); err != nil {
		panic(err)
	}
	outcomes := make([]Outcome, len(given.Steps))
	for at, step := range given.Steps {
		outcomes[at] = outcomeOf(step)
	}
	// The outcomes of all runs are the same.
	text, err := json.Marshal([][]Outcome{outcomes})
	if err != nil {
		panic(err)
	}
	return text
}

func outcomeOf(step Step) Outcome {
	compiled, err := regexp.Compile(step.Pattern)
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	matches := make([]byte, len(step.Texts))
	for at, text := range step.Texts {
		matches[at] = '0'
		if compiled.MatchString(text) {
			matches[at] = '1'
		}
	}
	return Outcome{Matches: string(matches)}
}
