package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// rejections says which types Go's tool rejects for some markers.
type rejections struct {
	Markers string `json:"markers"`
	// The types of a property with the markers, and "type T" for the type itself with the markers.
	Rejected []string `json:"rejected"`
}

const declarations = `package rejections

type Text string
type Number int32
type Item struct {
	Name string ` + "`json:\"name\"`" + `
	Port *int32 ` + "`json:\"port\"`" + `
	List []string ` + "`json:\"list\"`" + `
}
type Texts []string
type Items []Item
type Map map[string]string
`

// shapes are types of properties, in Go.
var shapes = []string{
	"string", "*string", "Text", "*Text", "int32", "*int32", "Number", "bool", "float64", "[]byte", "Item", "*Item",
	"[]string", "[]Text", "[]int32", "[]Item", "Texts", "Items", "map[string]string", "map[Text]string", "map[string]Item",
	"Map", "map[string][]string", "[][]string", "[]map[string]string", "map[string]map[string]string",
}

// declared are the types behind declared ones.
var declared = []string{
	"string", "int32", "bool", "[]string", "[]int32", "[]Item", "map[string]string", "map[string]Item",
	"struct {\nName string `json:\"name\"`\n}",
}

// markerSets are markers that are put on each type; alternatives are on their own lines.
var markerSets = strings.Split(strings.TrimSpace(`
required
optional
forbidden
required & optional
required & forbidden
minimum=1
minimum=-1
minimum="1"
minimum=x
minimum
minimum=300000000000
maximum=5
minLength=1
minLength=-1
maxLength=5
maxLength=-1
maxLength=x
maxBytes=5
minItems=1
minItems=-1
maxItems=5
minProperties=1
maxProperties=3
maxProperties=-3
format=k8s-short-name
format=k8s-unknown
format
enum
neq="a"
neq=1
neq=true
neq
immutable
immutable=true
monotonic
update=NoSet
update=NoUnset
update=NoModify
update=NoAddItem
update=NoRemoveItem
update=Never
update=NoSet & update=NoModify
listType=atomic
listType=set
listType=map
listType=map & listMapKey=name
listType=map & listMapKey=port
listType=map & listMapKey=list
listType=map & listMapKey=unknown
listType=set & listMapKey=name
listType=bag
listType=set & listType=set
listMapKey=name
unique=set
unique=map
listType=atomic & unique=set
listType=atomic & unique=map & listMapKey=name
listType=set & unique=set
listType=set & update=NoAddItem
listType=map & listMapKey=name & eachVal=+k8s:update=NoModify
listType=set & customUnique
customUnique
eachVal=+k8s:minimum=1
eachVal=+k8s:maxLength=2
eachVal=+k8s:required
eachVal=+k8s:immutable
eachVal=+k8s:validateTrue
eachVal=+k8s:eachVal=+k8s:maxLength=2
eachVal
eachKey=+k8s:minimum=1
eachKey=+k8s:maxLength=2
eachKey=+k8s:required
listType=map & listMapKey=name & item(name: "a")=+k8s:immutable
listType=map & listMapKey=name & item(name: "a")=+k8s:required
listType=map & listMapKey=name & item(name: 1)=+k8s:immutable
listType=map & listMapKey=name & item(list: "a")=+k8s:immutable
listType=map & listMapKey=name & item(name: "a", port: 1)=+k8s:immutable
listType=map & listMapKey=name & listMapKey=port & item(name: "a")=+k8s:immutable
listType=map & listMapKey=name & item=+k8s:immutable
item(name: "a")=+k8s:immutable
listType=map & listMapKey=name & item(name: "a")=+k8s:unionMember
subfield(name)=+k8s:maxLength=3
subfield(name)=+k8s:minimum=3
subfield(port)=+k8s:required
subfield(unknown)=+k8s:required
subfield=+k8s:required
subfield(name)=+k8s:subfield(name)=+k8s:required
opaqueType
eachVal=+k8s:opaqueType
unionMember
unionMember(memberName: "A")
unionMember & optional
unionDiscriminator
zeroOrOneOfMember
zeroOrOneOfMember & optional
modeDiscriminator
modeDiscriminator & ifMode("A")=+k8s:required
ifMode("A")=+k8s:required
ifEnabled(X)=+k8s:required
ifEnabled(X)=+k8s:minLength=1
ifEnabled=+k8s:required
ifDisabled(X)=+k8s:immutable
ifDisabled(X)
dependentRequired("other")
dependentRequired("unknown")
dependentRequired("f")
dependentRequired
dependentForbidden("other")
dependentForbidden
alpha=+k8s:required
alpha(since: "1.34")=+k8s:minLength=1
alpha(since: "x")=+k8s:required
alpha
beta=+k8s:immutable
beta(since: "1.34")=+k8s:alpha=+k8s:required
validateTrue
validateTrue="text"
validateFalse(flags: "ShortCircuit")="text"
validateFalse(flags: "Unknown")="text"
validateFalse(unknown: "x")="text"
validateError="text"
required(x)
required=true
minimum(x)=1
minimum(value: 1)=1
maxLength="5"
maxItems("5")=5
format(x)=k8s-uuid
format="k8s-uuid"
neq(x)="a"
neq='a'
update(x)=NoSet
update="NoSet"
listType(x)=set
listType="set"
unique(x)=set & listType=atomic
listType=map & listMapKey="name"
listType=map & listMapKey(x)=name
eachVal(x)=+k8s:immutable
eachVal(x: 1)=+k8s:immutable
eachVal=immutable
eachKey(x)=+k8s:maxLength=2
subfield(name, port)=+k8s:immutable
subfield(name: "name")=+k8s:immutable
subfield("name")=+k8s:immutable
ifEnabled(X, Y)=+k8s:immutable
ifEnabled("X")=+k8s:immutable
ifEnabled(option: "X")=+k8s:immutable
unionMember("A")
unionMember(unknown: "A")
unionMember=x
unionMember(union: "a", memberName: "A")
unionDiscriminator("a")
unionDiscriminator(union: "a")
unionDiscriminator=x
zeroOrOneOfMember("A")
zeroOrOneOfMember(union: "a", memberName: "A")
modeDiscriminator("m")
modeDiscriminator(modality: "m")
modeDiscriminator & ifMode=+k8s:required
modeDiscriminator & ifMode(mode: "A")=+k8s:required
dependentRequired("other", "f")
dependentRequired(other)
dependentRequired(field: "other")
dependentRequired("other")=x
alpha("1.34")=+k8s:immutable
alpha(until: "1.34")=+k8s:immutable
alpha(since: 1)=+k8s:immutable
beta=immutable
opaqueType(x)
opaqueType=true
monotonic(x)
customUnique=true
validateTrue(x)
validateFalse(cohort: "a")="text"
validateFalse(typeArg: "string")="text"
validateFalse(flags: ShortCircuit)="text"
eachVal=+k8s:unknown
eachVal=+k8s:listType=set
eachVal=+k8s:unionMember
eachVal=+k8s:forbidden
eachVal=+k8s:update=NoSet
eachVal=+k8s:update=NoAddItem
eachVal=+k8s:monotonic
eachVal=+k8s:subfield(name)=+k8s:required
eachVal=+k8s:format=k8s-uuid
eachVal=+k8s:neq="a"
eachVal=+k8s:minItems=1
eachKey=+k8s:format=k8s-uuid
eachKey=+k8s:immutable
eachKey=+k8s:neq="a"
eachKey=+k8s:update=NoSet
eachKey=+k8s:listType=set
ifEnabled(X)=+k8s:eachVal=+k8s:maxLength=2
ifEnabled(X)=+k8s:listType=set
ifEnabled(X)=+k8s:listType=map & listMapKey=name
ifEnabled(X)=+k8s:opaqueType
ifEnabled(X)=+k8s:unionMember
ifEnabled(X)=+k8s:optional
ifEnabled(X)=+k8s:ifDisabled(Y)=+k8s:immutable
subfield(list)=+k8s:listType=set
subfield(list)=+k8s:eachVal=+k8s:maxLength=2
subfield(name)=+k8s:optional
subfield(name)=+k8s:opaqueType
subfield(name)=+k8s:unionMember
subfield(name)=+k8s:dependentRequired("port")
subfield(name)=+k8s:ifEnabled(X)=+k8s:immutable
modeDiscriminator & ifMode("A")=+k8s:eachVal=+k8s:maxLength=2
modeDiscriminator & modeDiscriminator
unionDiscriminator & unionMember
enum & maxLength=3
minItems=1 & minItems=2
required & required
required=+k8s:immutable
minimum=+k8s:immutable
format=+k8s:immutable
listType=+k8s:immutable
unionMember=+k8s:immutable
dependentRequired("other")=+k8s:immutable
validateTrue=+k8s:immutable
maxLength=1 & maxLength=2
format=k8s-uuid & format=k8s-short-name
unknown
isSubresource="/status"
supportsSubresource="/status"
`), "\n")

// recordRejections runs Go's tool on every combination of markers and types.
func recordRejections(dir string) []byte {
	work, err := os.MkdirTemp("", "validation-rejections")
	must(err)
	defer os.RemoveAll(work)
	must(os.CopyFS(work, os.DirFS(dir)))
	tool := filepath.Join(work, "cmd/validation-gen")
	must(os.WriteFile(filepath.Join(tool, "rejections.go"), read("overlay/rejections.go"), 0o644))
	original := replaced(string(read(filepath.Join(tool, "main.go"))), "func main()", "func originalMain()")
	must(os.WriteFile(filepath.Join(tool, "main.go"), []byte(original), 0o644))
	names := slices.Clone(shapes)
	for _, typ := range declared {
		names = append(names, "type "+strings.Fields(typ)[0])
	}
	source, count := declarations, 0
	for _, set := range markerSets {
		lines := "// +k8s:" + strings.ReplaceAll(set, " & ", "\n// +k8s:") + "\n"
		for _, shape := range shapes {
			source += fmt.Sprintf("type Case%d struct {\n%sF %s `json:\"f\"`\nOther *string `json:\"other\"`\n}\n", count, lines, shape)
			count++
		}
		for _, typ := range declared {
			source += fmt.Sprintf("%stype Case%d %s\n", lines, count, typ)
			count++
		}
	}
	folder := filepath.Join(work, tests, "rejections")
	must(os.Mkdir(folder, 0o755))
	must(os.WriteFile(filepath.Join(folder, "doc.go"), []byte(source), 0o644))
	found := map[string]string{}
	must(json.Unmarshal(run(work, "go", "run", "./cmd/validation-gen", "./"+tests+"/rejections"), &found))
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for set, markers := range markerSets {
		one := rejections{Markers: markers, Rejected: []string{}}
		for i, name := range names {
			if found[fmt.Sprintf("Case%d", set*len(names)+i)] != "" {
				one.Rejected = append(one.Rejected, name)
			}
		}
		must(encoder.Encode(one))
	}
	return out.Bytes()
}
