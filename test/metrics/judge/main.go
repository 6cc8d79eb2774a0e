// Command judge reads texts of metrics from standard input, one JSON document for each line, and
// prints one line with the remarks of promtool's linter for each.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"strings"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// Case is a response of /metrics.
type Case struct {
	Text string `json:"text"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var given Case
		if err := json.Unmarshal(lines.Bytes(), &given); err != nil {
			log.Fatal(err)
		}
		remarks := []string{}
		problems, err := promlint.New(strings.NewReader(given.Text)).Lint()
		if err != nil {
			remarks = append(remarks, err.Error())
		}
		for _, problem := range problems {
			remarks = append(remarks, problem.Metric+": "+problem.Text)
		}
		if err := out.Encode([][]string{remarks}); err != nil {
			log.Fatal(err)
		}
	}
}
