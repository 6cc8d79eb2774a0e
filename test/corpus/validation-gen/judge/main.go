// Translates the packages with which Kubernetes tests validation-gen to TypeScript. Records what Go's
// generated functions return for the values of these tests, and which markers Go's tool rejects.
// README.md says how to run it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
)

const (
	module = "k8s.io/code-generator@v0.37.2"
	tests  = "cmd/validation-gen/output_tests"
	scheme = "cmd/validation-gen/testscheme"
)

var packageClause = regexp.MustCompile(`(?m)^package (\w+)`)

func main() {
	dir := moduleDir()
	must(os.WriteFile("../packages.txt", []byte(translate(filepath.Join(dir, tests))), 0o644))
	must(os.WriteFile("../kubernetes-packages.txt", []byte(translateKubernetes()), 0o644))
	must(os.WriteFile("../rejections.jsonl", recordRejections(dir), 0o644))
	calls := record(dir)
	must(os.WriteFile("../calls.jsonl", calls, 0o644))
	fmt.Printf("%d calls\n", bytes.Count(calls, []byte("\n")))
}

// moduleDir returns the folder of the module's source, which the go command downloads.
func moduleDir() string {
	var info struct{ Dir string }
	must(json.Unmarshal(run(".", "go", "mod", "download", "-json", module), &info))
	return info.Dir
}

// record runs Go's tests with a test scheme that records, and returns the distinct calls.
func record(dir string) []byte {
	work, err := os.MkdirTemp("", "validation-records")
	must(err)
	defer os.RemoveAll(work)
	records, source := filepath.Join(work, "records"), filepath.Join(work, "source")
	copyModule(dir, source)
	must(os.Mkdir(records, 0o755))
	must(os.Setenv("VALIDATION_RECORDS", records))
	if os.Getenv("VALIDATION_RUNS") == "" {
		must(os.Setenv("VALIDATION_RUNS", "300"))
	}
	run(source, "go", "test", "-count=1", "./"+tests+"/...")
	files, err := filepath.Glob(filepath.Join(records, "*"))
	must(err)
	sort.Strings(files)
	var out bytes.Buffer
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		slices.Sort(lines)
		for _, line := range slices.Compact(lines) {
			out.WriteString(line + "\n")
		}
	}
	return out.Bytes()
}

// copyModule copies the parts of the module that the tests need, with a test scheme that records.
func copyModule(from, to string) {
	must(os.CopyFS(filepath.Join(to, tests), os.DirFS(filepath.Join(from, tests))))
	must(os.MkdirAll(filepath.Join(to, scheme), 0o755))
	write := func(name string, text []byte) { must(os.WriteFile(filepath.Join(to, name), text, 0o644)) }
	write("go.mod", read(filepath.Join(from, "go.mod")))
	write("go.sum", read(filepath.Join(from, "go.sum")))
	write(scheme+"/record.go", read("overlay/record.go"))
	write(scheme+"/random.go", read("overlay/random.go"))
	files, err := filepath.Glob(filepath.Join(to, tests) + "/*")
	must(err)
	for len(files) > 0 {
		file := files[0]
		inside, err := filepath.Glob(filepath.Join(file, "*"))
		must(err)
		files = append(files[1:], inside...)
		generated := filepath.Join(filepath.Dir(file), "zz_generated.validations.go")
		if filepath.Base(file) != "doc.go" || !strings.Contains(string(read(generated)), "localSchemeBuilder") {
			continue
		}
		name := packageClause.FindSubmatch(read(file))[1]
		text := fmt.Sprintf("package %s\n\nimport \"testing\"\n\n"+
			"func TestRandom(t *testing.T) { localSchemeBuilder.RecordRandom() }\n", name)
		must(os.WriteFile(filepath.Join(filepath.Dir(file), "random_test.go"), []byte(text), 0o644))
	}
	text := string(read(filepath.Join(from, scheme, "testscheme.go")))
	const call = "return fn(ctx, operation.Operation{Type: operation."
	text = replaced(text, call+"Create",
		"return recorded(false, options, subresources, object, nil, func() field.ErrorList { "+call+"Create")
	text = replaced(text, call+"Update",
		"return recorded(true, options, subresources, object, oldObject, func() field.ErrorList { "+call+"Update")
	text = replaced(text, "object, nil)\n\t}", "object, nil) })\n\t}")
	text = replaced(text, "object, oldObject)\n\t}", "object, oldObject) })\n\t}")
	text = replaced(text, "randfiller().Fill(value)", "randfiller().Fill(value); withSmallNumbers(reflect.ValueOf(value))")
	text = replaced(text, "randfiller().Fill(oldValue)",
		"randfiller().Fill(oldValue); withSmallNumbers(reflect.ValueOf(oldValue))")
	write(scheme+"/testscheme.go", []byte(text))
}

// replaced replaces a text that occurs exactly once.
func replaced(text, old, changed string) string {
	if count := strings.Count(text, old); count != 1 {
		panic(fmt.Sprintf("%d times: %s", count, old))
	}
	return strings.Replace(text, old, changed, 1)
}

func run(dir string, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		os.Stderr.Write(out)
		panic(err)
	}
	return out
}

// read returns the content of a file, which is empty if the file does not exist.
func read(file string) []byte {
	text, err := os.ReadFile(file)
	if !errors.Is(err, fs.ErrNotExist) {
		must(err)
	}
	return text
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
