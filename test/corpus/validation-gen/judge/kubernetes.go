package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

const kubernetesTypes = "k8s.io/api@v0.37.2"

// versions are API versions with markers of validation, without those in the folder ../../kubernetes.
var versions = map[string][]string{
	"certificates.k8s.io": {"certificates/v1", "certificates/v1alpha1", "certificates/v1beta1"},
	"discovery.k8s.io":    {"discovery/v1", "discovery/v1beta1"},
	"networking.k8s.io":   {"networking/v1", "networking/v1beta1"},
	"resource.k8s.io":     {"resource/v1", "resource/v1alpha3", "resource/v1beta1", "resource/v1beta2"},
	"scheduling.k8s.io":   {"scheduling/v1", "scheduling/v1alpha3", "scheduling/v1beta1"},
}

// kubernetesMarkers are the prefixes of markers that affect validation.
var kubernetesMarkers = []string{"+k8s:", "+default="}

// otherMarkers are prefixes of markers of other tools.
var otherMarkers = []string{"+k8s:deepcopy-gen", "+k8s:prerelease-lifecycle-gen", "+k8s:openapi-gen", "+k8s:conversion-gen"}

// translateKubernetes returns doc.ts and types.ts of Kubernetes' API versions in the txtar format.
func translateKubernetes() string {
	var info struct{ Dir string }
	must(json.Unmarshal(run(".", "go", "mod", "download", "-json", kubernetesTypes), &info))
	core := parse(filepath.Join(info.Dir, "core/v1"), "core/v1")
	var groups []string
	for group := range versions {
		groups = append(groups, group)
	}
	slices.Sort(groups)
	var out strings.Builder
	for _, group := range groups {
		for _, version := range versions[group] {
			pkg := parse(filepath.Join(info.Dir, version), version)
			pkg.apiVersion = group + "/" + filepath.Base(version)
			pkg.core = core
			types := pkg.types()
			for i := 0; i < len(pkg.copied); i++ {
				types += pkg.copyOf(pkg.copied[i])
			}
			fmt.Fprintf(&out, "-- %s/doc.ts --\n/** +groupName=%s\n *  +k8s:validation-gen=TypesWithField=TypeMeta\n"+
				" *  +k8s:validation-gen:infer=none */\nexport {};\n", version, group)
			fmt.Fprintf(&out, "-- %s/types.ts --\n%s%s", version, pkg.importText(), types)
		}
	}
	return out.String()
}

// copyOf returns a type of core/v1 without markers, because another package's rules do not apply.
func (p *goPackage) copyOf(name string) string {
	spec := p.core.specs[name]
	if fields, ok := spec.Type.(*ast.StructType); ok {
		own := p.specs
		p.specs = p.core.specs
		p.isCopy = true
		_, body := p.members(fields)
		p.specs, p.isCopy = own, false
		return fmt.Sprintf("export interface core_%s {\n%s}\n", name, body)
	}
	return fmt.Sprintf("export type core_%s = string;\n", name)
}

// isOfValidation reports whether a line of a comment is a marker that affects validation.
func isOfValidation(line string) bool {
	has := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
	return slices.ContainsFunc(kubernetesMarkers, has) && !slices.ContainsFunc(otherMarkers, has)
}

// kubernetesType returns the type for one of another package.
func (p *goPackage) kubernetesType(path, name string) string {
	switch {
	case name == "UID" || name == "NodeName":
		return "string"
	case path == "k8s.io/api/core/v1":
		if !slices.Contains(p.copied, name) {
			p.copied = append(p.copied, name)
		}
		return "core_" + name
	}
	p.used[name] = true
	return name
}
