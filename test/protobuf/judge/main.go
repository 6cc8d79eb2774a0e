// Command judge reads cases from standard input, one JSON document for each line, and converts
// their objects with the serializers of Kubernetes. It prints one line for each case.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

// Case is a list of objects.
type Case struct {
	Steps []Step `json:"steps"`
}

// Step is an object in protobuf as hexadecimal digits, or as JSON.
type Step struct {
	Protobuf string          `json:"protobuf,omitempty"`
	JSON     json.RawMessage `json:"json,omitempty"`
}

// Outcome is the object in the other format. Error is set for an object that is refused.
type Outcome struct {
	Protobuf string          `json:"protobuf,omitempty"`
	JSON     json.RawMessage `json:"json,omitempty"`
	Error    string          `json:"error,omitempty"`
}

var (
	asProtobuf = protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	asJSON     = serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, serializer.SerializerOptions{})
)

// farYear matches times that are not RFC 3339. Go writes them, and refuses to read them.
var farYear = regexp.MustCompile(`"(-\d+|\d{5,})-\d\d-\d\dT`)

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
		outcomes = append(outcomes, convert(step))
	}
	text, err := json.Marshal([][]Outcome{outcomes})
	must(err)
	return text
}

func convert(step Step) (outcome Outcome) {
	defer func() {
		if recovered := recover(); recovered != nil {
			outcome = Outcome{Error: "panic"}
		}
	}()
	if step.Protobuf == "" {
		text, err := recoded(step.JSON, asJSON, asProtobuf)
		if err != nil {
			return Outcome{Error: fmt.Sprintf("refused: %v", err)}
		}
		return Outcome{Protobuf: hex.EncodeToString(text)}
	}
	data, err := hex.DecodeString(step.Protobuf)
	must(err)
	text, err := recoded(data, asProtobuf, asJSON)
	if err != nil {
		return Outcome{Error: "refused"}
	}
	if farYear.Match(text) {
		return Outcome{Error: "refused"}
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	must(decoder.Decode(&value))
	if hasLargeInteger(value) {
		return Outcome{Error: "refused"}
	}
	text, err = json.Marshal(withoutEmpty(value))
	must(err)
	if strings.Contains(string(text), `\ufffd`) || strings.Contains(string(text), "\ufffd") {
		return Outcome{Error: "not UTF-8"}
	}
	return Outcome{JSON: text}
}

// isEmpty reports whether a value is null or an empty list or map. In protobuf, they are absent.
func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// withoutEmpty removes empty properties.
func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, item := range value {
			value[key] = withoutEmpty(item)
			if isEmpty(value[key]) {
				delete(value, key)
			}
		}
	case []any:
		for at, item := range value {
			value[at] = withoutEmpty(item)
		}
	}
	return value
}

func recoded(data []byte, from runtime.Decoder, to runtime.Encoder) ([]byte, error) {
	object, _, err := from.Decode(data, nil, nil)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := to.Encode(object, &out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// hasLargeInteger reports whether a value has an integer that a JavaScript number cannot hold.
func hasLargeInteger(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, item := range value {
			if hasLargeInteger(item) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(value, hasLargeInteger)
	case json.Number:
		integer, err := value.Int64()
		return err == nil && (integer > 1<<53-1 || integer < -(1<<53-1))
	}
	return false
}
