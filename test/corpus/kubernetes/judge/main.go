// Records what the validation functions that Kubernetes' own tool generated return for the objects of
// Kubernetes' compatibility tests, and for variations of these. README.md says how to run it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

const (
	release = "36.3"
	module  = "k8s.io/kubernetes@v1." + release
)

var (
	staging  = regexp.MustCompile(`(?m)^\s+(k8s\.io/[a-z-]+) v0\.0\.0$`)
	function = regexp.MustCompile(`(?m)^func (Validate_\w+)\(`)
)

func main() {
	var info struct{ Dir string }
	must(json.Unmarshal(run(".", "go", "mod", "download", "-json", module), &info))
	must(os.WriteFile("../validation-functions.json", functions(info.Dir), 0o644))
	calls := record(info.Dir)
	must(os.WriteFile("../validation-calls.jsonl", calls, 0o644))
	fmt.Printf("%d calls\n", bytes.Count(calls, []byte("\n")))
}

// generated returns the files that Kubernetes' tool generated, by the folder of the API version.
func generated(dir string) (folders []string, files map[string]string) {
	const name = "zz_generated.validations.go"
	paths, err := filepath.Glob(filepath.Join(dir, "pkg/apis/*/*", name))
	must(err)
	files = map[string]string{}
	for _, path := range paths {
		folder, err := filepath.Rel(filepath.Join(dir, "pkg/apis"), filepath.Dir(path))
		must(err)
		text, err := os.ReadFile(path)
		must(err)
		folders = append(folders, filepath.ToSlash(folder))
		files[filepath.ToSlash(folder)] = string(text)
	}
	sort.Strings(folders)
	return folders, files
}

// functions returns the names of the generated functions, by the folder of the API version.
func functions(dir string) []byte {
	folders, files := generated(dir)
	names := map[string][]string{}
	for _, folder := range folders {
		for _, match := range function.FindAllStringSubmatch(files[folder], -1) {
			names[folder] = append(names[folder], match[1])
		}
		sort.Strings(names[folder])
	}
	text, err := json.MarshalIndent(names, "", "  ")
	must(err)
	return append(text, '\n')
}

// record builds a program with the generated functions, and returns the calls that it prints.
func record(dir string) []byte {
	work, err := os.MkdirTemp("", "kubernetes-validation")
	must(err)
	defer os.RemoveAll(work)
	must(os.CopyFS(work, os.DirFS("overlay")))
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	must(err)
	var mod, imports strings.Builder
	fmt.Fprintf(&mod, "module judge\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v1.%s\n", release)
	for _, match := range staging.FindAllStringSubmatch(string(text), -1) {
		fmt.Fprintf(&mod, "replace %s => %s v0.%s\n", match[1], match[1], release)
	}
	imports.WriteString("package main\n\nimport (\n")
	groups, err := filepath.Glob(filepath.Join(dir, "pkg/apis/*/install"))
	must(err)
	for _, folder := range groups {
		fmt.Fprintf(&imports, "\t_ \"k8s.io/kubernetes/pkg/apis/%s/install\"\n", filepath.Base(filepath.Dir(folder)))
	}
	imports.WriteString(")\n")
	must(os.WriteFile(filepath.Join(work, "go.mod"), []byte(mod.String()), 0o644))
	must(os.WriteFile(filepath.Join(work, "imports.go"), []byte(imports.String()), 0o644))
	run(work, "go", "mod", "tidy")
	var api struct{ Dir string }
	must(json.Unmarshal(run(".", "go", "mod", "download", "-json", "k8s.io/api@v0."+release), &api))
	return run(work, "go", "run", ".", filepath.Join(api.Dir, "testdata/HEAD"))
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

func must(err error) {
	if err != nil {
		panic(err)
	}
}
