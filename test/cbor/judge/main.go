// Command judge reads cases from standard input, one JSON document for each line, and converts
// their documents with the CBOR library of Kubernetes. It prints one line for each case. With the
// names of JSON files as arguments, it prints the CBOR of each file's object instead.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor/direct"
	"k8s.io/client-go/kubernetes/scheme"
)

// Case is a list of documents.
type Case struct {
	Steps []Step `json:"steps"`
}

// Step is a CBOR document as hexadecimal digits, or an object as JSON.
type Step struct {
	CBOR string          `json:"cbor,omitempty"`
	JSON json.RawMessage `json:"json,omitempty"`
}

// Outcome is the document in the other format. Error is set for a document that is refused.
type Outcome struct {
	CBOR  string          `json:"cbor,omitempty"`
	JSON  json.RawMessage `json:"json,omitempty"`
	Error string          `json:"error,omitempty"`
}

func main() {
	if len(os.Args) > 1 {
		for _, name := range os.Args[1:] {
			fmt.Println(typed(name))
		}
		return
	}
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

func convert(step Step) Outcome {
	if step.CBOR == "" {
		object := &unstructured.Unstructured{}
		must(object.UnmarshalJSON(step.JSON))
		return Outcome{CBOR: encoded(object)}
	}
	document, err := hex.DecodeString(step.CBOR)
	must(err)
	var value any
	if err := direct.Unmarshal(document, &value); err != nil {
		return Outcome{Error: "refused"}
	}
	text, err := json.Marshal(value)
	must(err)
	if strings.Contains(string(text), `\ufffd`) {
		return Outcome{Error: "not UTF-8"}
	}
	return Outcome{JSON: text}
}

func encoded(object runtime.Object) string {
	var document bytes.Buffer
	must(cbor.NewSerializer(scheme.Scheme, scheme.Scheme).Encode(object, &document))
	return hex.EncodeToString(document.Bytes())
}

// typed returns the CBOR of the object in a file, through its Go type.
func typed(name string) string {
	text, err := os.ReadFile(name)
	must(err)
	object, _, err := scheme.Codecs.UniversalDeserializer().Decode(text, nil, nil)
	must(err)
	return encoded(object)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
