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

// A set is some API groups in a release of Kubernetes.
type set struct {
	release string // without the major version
	groups  []string
	options []string
	// The Go type of options, and an expression for those that are on.
	optionsType, optionsValue string
	calls, objects            string // files
}

// corpora are the groups whose types are in the folder of corpora.
var corpora = set{
	release: "36.3",
	groups: []string{
		"", "admissionregistration.k8s.io", "apps", "authorization.k8s.io", "autoscaling", "batch", "events.k8s.io",
		"flowcontrol.apiserver.k8s.io", "node.k8s.io", "rbac.authorization.k8s.io", "storage.k8s.io",
	},
	options:      []string{"HPAScaleToZero"},
	optionsType:  "[]string",
	optionsValue: "on",
	calls:        "../validation-calls.jsonl",
}

// translated are the groups whose types are in ../../validation-gen/kubernetes-packages.txt.
var translated = set{
	release: "37.2",
	groups: []string{
		"certificates.k8s.io", "discovery.k8s.io", "networking.k8s.io", "resource.k8s.io", "scheduling.k8s.io",
	},
	options: []string{
		"CompositePodGroup", "DRAPartitionableDevicesType", "PodGroupPreemptionPolicy", "TopologyAwareWorkloadScheduling",
	},
	optionsType:  "map[string]bool",
	optionsValue: "asMap(on)",
	calls:        "../translated-calls.jsonl",
	objects:      "../translated-objects.jsonl",
}

var (
	staging  = regexp.MustCompile(`(?m)^\s+(k8s\.io/[a-z-]+) v0\.0\.0$`)
	function = regexp.MustCompile(`(?m)^func (Validate_\w+)\(`)
)

func main() {
	must(os.WriteFile("../validation-functions.json", functions(download(corpora.module())), 0o644))
	for _, one := range []set{corpora, translated} {
		calls := record(one)
		must(os.WriteFile(one.calls, calls, 0o644))
		fmt.Printf("%s: %d calls\n", one.release, bytes.Count(calls, []byte("\n")))
	}
}

func (s set) module() string { return "k8s.io/kubernetes@v1." + s.release }

// download returns the folder of a module's source.
func download(module string) string {
	var info struct{ Dir string }
	must(json.Unmarshal(run(".", "go", "mod", "download", "-json", module), &info))
	return info.Dir
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
func record(one set) []byte {
	dir := download(one.module())
	work, err := os.MkdirTemp("", "kubernetes-validation")
	must(err)
	defer os.RemoveAll(work)
	must(os.CopyFS(work, os.DirFS("overlay")))
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	must(err)
	var mod, source strings.Builder
	fmt.Fprintf(&mod, "module judge\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v1.%s\n", one.release)
	for _, match := range staging.FindAllStringSubmatch(string(text), -1) {
		fmt.Fprintf(&mod, "replace %s => %s v0.%s\n", match[1], match[1], one.release)
	}
	source.WriteString("package main\n\nimport (\n")
	groups, err := filepath.Glob(filepath.Join(dir, "pkg/apis/*/install"))
	must(err)
	for _, folder := range groups {
		fmt.Fprintf(&source, "\t_ \"k8s.io/kubernetes/pkg/apis/%s/install\"\n", filepath.Base(filepath.Dir(folder)))
	}
	fmt.Fprintf(&source, ")\n\nvar groups = %#v\n\nvar optionNames = %#v\n\n"+
		"func optionsOf(on []string) %s { return %s }\n", one.groups, one.options, one.optionsType, one.optionsValue)
	must(os.WriteFile(filepath.Join(work, "go.mod"), []byte(mod.String()), 0o644))
	must(os.WriteFile(filepath.Join(work, "set.go"), []byte(source.String()), 0o644))
	run(work, "go", "mod", "tidy")
	args := []string{"run", ".", filepath.Join(download("k8s.io/api@v0."+one.release), "testdata/HEAD")}
	if one.objects != "" {
		objects, err := filepath.Abs(one.objects)
		must(err)
		args = append(args, objects)
	}
	return run(work, "go", args...)
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
