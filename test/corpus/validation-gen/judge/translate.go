package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const importRoot = "k8s.io/code-generator/" + tests + "/"

// A goPackage is a package of Go's tests.
type goPackage struct {
	path    string // below the folder of all packages
	fset    *token.FileSet
	files   []*ast.File
	specs   map[string]*ast.TypeSpec
	imports map[string]string // path by name
	used    map[string]bool   // names that the TypeScript file imports from other places

	// The following are those of Kubernetes' API versions.
	apiVersion string
	core       *goPackage
	copied     []string // types of core/v1
	isCopy     bool
	values     map[string]ast.Expr // of constants
}

var scalars = map[string]string{
	"string": "string", "bool": "boolean", "int": "int64", "uint": "uint64", "byte": "uint8",
	"int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
	"uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
	"float32": "float32", "float64": "float64",
}

// translate returns doc.ts and types.ts of all packages in the txtar format.
func translate(root string) string {
	folders := map[string]bool{}
	must(filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		must(err)
		if name := entry.Name(); name == "doc.go" || name == "types.go" {
			folders[filepath.Dir(path)] = true
		}
		return nil
	}))
	paths := []string{}
	for folder := range folders {
		paths = append(paths, folder)
	}
	sort.Strings(paths)
	var out strings.Builder
	for _, folder := range paths {
		relative, err := filepath.Rel(root, folder)
		must(err)
		pkg := parse(folder, filepath.ToSlash(relative))
		types := pkg.types()
		types = pkg.importText() + types
		if types == "" {
			types = "export {};\n"
		}
		fmt.Fprintf(&out, "-- %s/doc.ts --\n%s-- %s/types.ts --\n%s", pkg.path, pkg.doc(), pkg.path, types)
		if functions := customFunctions(filepath.Join(folder, "validations.go")); functions != "" {
			fmt.Fprintf(&out, "-- %s/validations.ts --\n%s", pkg.path, functions)
		}
	}
	return out.String()
}

func parse(folder, path string) *goPackage {
	if isRegistered(path) {
		path += "/v1"
	}
	pkg := &goPackage{path: path, fset: token.NewFileSet(), specs: map[string]*ast.TypeSpec{}, values: map[string]ast.Expr{},
		imports: map[string]string{}, used: map[string]bool{}}
	for _, name := range []string{"doc.go", "types.go"} {
		file, err := parser.ParseFile(pkg.fset, filepath.Join(folder, name), nil, parser.ParseComments)
		if err != nil {
			continue
		}
		pkg.files = append(pkg.files, file)
		for _, one := range file.Imports {
			path, err := strconv.Unquote(one.Path.Value)
			must(err)
			name := path[strings.LastIndex(path, "/")+1:]
			if one.Name != nil {
				name = one.Name.Name
			}
			pkg.imports[name] = path
		}
		for _, spec := range typeSpecs(file) {
			pkg.specs[spec.Name.Name] = spec
		}
		for _, decl := range file.Decls {
			if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.CONST {
				for _, spec := range general.Specs {
					if value := spec.(*ast.ValueSpec); len(value.Values) > 0 {
						pkg.values[value.Names[0].Name] = value.Values[0]
					}
				}
			}
		}
	}
	return pkg
}

var customFunction = regexp.MustCompile(`(?m)^func (ValidateCustom_\w+)\(.*\*(\w+)\) field\.ErrorList \{\n` +
	`\treturn field\.ErrorList\{field\.Invalid\(fldPath, nil, "\w+"\)\}$`)

// customFunctions translates hand-written functions, which return an error with their name.
func customFunctions(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	out := "import { field, type ErrorList, type FieldPath, type Operation } from \"@apimachinery/runtime\";\n" +
		"import type * as types from \"./types.js\";\n"
	for _, match := range customFunction.FindAllStringSubmatch(string(text), -1) {
		typ := match[2]
		if typ != "string" {
			typ = "types." + typ
		}
		out += fmt.Sprintf("export function %s(_op: Operation, path: FieldPath | undefined, _obj: %s, _old: %s | undefined): ErrorList {\n"+
			"  return [field.invalid(path, null, %q)];\n}\n", match[1], typ, typ, match[1])
	}
	return out
}

func typeSpecs(file *ast.File) []*ast.TypeSpec {
	var specs []*ast.TypeSpec
	for _, decl := range file.Decls {
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
			for _, spec := range general.Specs {
				specs = append(specs, spec.(*ast.TypeSpec))
			}
		}
	}
	return specs
}

// ignored are markers in Go's tests that no tool knows, and a sentence that looks like a marker.
var ignored = []string{"+k8s:validation:", "+k8s:opaqueType."}

// markersOf returns the markers of comments.
func markersOf(groups ...*ast.CommentGroup) []string {
	var markers []string
	for _, group := range groups {
		if group == nil {
			continue
		}
		for line := range strings.SplitSeq(group.Text(), "\n") {
			line = strings.TrimSpace(line)
			isIgnored := slices.ContainsFunc(ignored, func(start string) bool { return strings.HasPrefix(line, start) })
			if strings.HasPrefix(line, "+") && !isIgnored && isOfValidation(line) {
				markers = append(markers, line)
			}
		}
	}
	return markers
}

func comment(indent string, markers []string) string {
	if len(markers) == 0 {
		return ""
	}
	return indent + "/** " + strings.Join(markers, "\n"+indent+" *  ") + " */\n"
}

// doc returns the text of doc.ts: the markers of doc.go that choose types.
func (p *goPackage) doc() string {
	var markers []string
	for _, file := range p.files {
		for _, group := range file.Comments {
			if group.Pos() > file.Package {
				break
			}
			for _, marker := range markersOf(group) {
				name, value, _ := strings.Cut(marker, "=")
				switch name {
				case "+k8s:validation-gen":
					if json := p.typeMeta(); value == "TypesWithField=TypeMeta" && json != "" {
						marker = name + "=TypesWithField=" + json
					}
				case "+k8s:validation-gen-input":
					marker = name + "=" + relative(p.path, strings.TrimPrefix(value, importRoot))
				case "+k8s:validation-gen-nolint":
				case "+k8s:validation-gen-scheme-registry":
					if value != "nil" {
						continue
					}
				default:
					continue
				}
				markers = append(markers, marker)
			}
		}
	}
	if isRegistered(p.path) {
		markers = append(markers, "+groupName=test.example.com")
	}
	markers = append(markers, "+k8s:validation-gen:infer=none", "+k8s:schema-gen=true")
	return comment("", markers) + "export {};\n"
}

// typeMeta returns the JSON name of fields that are called TypeMeta, if they have one.
func (p *goPackage) typeMeta() string {
	for _, spec := range p.specs {
		if fields, ok := spec.Type.(*ast.StructType); ok {
			for _, member := range fields.Fields.List {
				if len(member.Names) > 0 && member.Names[0].Name == "TypeMeta" && member.Tag != nil {
					name, _ := jsonTag(member)
					return name
				}
			}
		}
	}
	return ""
}

// types returns the text of types.ts.
func (p *goPackage) types() string {
	var body strings.Builder
	for _, file := range p.files {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					body.WriteString(p.declaration(spec, markersOf(p.detached(file, general), general.Doc, spec.Doc)))
				case *ast.ValueSpec:
					if general.Tok == token.CONST {
						body.WriteString(p.constant(spec))
					}
				}
			}
		}
	}
	return body.String()
}

// detached returns the comment one line above the comment of a declaration.
func (p *goPackage) detached(file *ast.File, decl *ast.GenDecl) *ast.CommentGroup {
	line := p.fset.Position(decl.Pos()).Line
	if decl.Doc != nil {
		line = p.fset.Position(decl.Doc.Pos()).Line
	}
	for _, group := range file.Comments {
		if p.fset.Position(group.End()).Line == line-2 {
			return group
		}
	}
	return nil
}

func (p *goPackage) constant(spec *ast.ValueSpec) string {
	if len(spec.Values) == 0 {
		return ""
	}
	typ, value := spec.Type, spec.Values[0]
	if call, ok := value.(*ast.CallExpr); ok && p.apiVersion != "" {
		typ, value = call.Fun, call.Args[0]
	}
	if selector, ok := value.(*ast.SelectorExpr); ok && p.core != nil {
		value = p.core.values[selector.Sel.Name]
	}
	literal, ok := value.(*ast.BasicLit)
	if typ == nil || !ok {
		return ""
	}
	return fmt.Sprintf("%sexport const %s: %s = %s;\n", comment("", markersOf(spec.Doc)), spec.Names[0].Name,
		p.expression(typ), literal.Value)
}

// declaration returns a type. `type A B` is in Go a new type with the fields of B, but without its markers.
func (p *goPackage) declaration(spec *ast.TypeSpec, markers []string) string {
	export := "export "
	if !ast.IsExported(spec.Name.Name) || p.apiVersion != "" && strings.HasSuffix(spec.Name.Name, "List") && p.specs[strings.TrimSuffix(spec.Name.Name, "List")] != nil {
		return ""
	}
	head := comment("", markers) + export
	underlying := spec.Type
	for !spec.Assign.IsValid() {
		name, ok := underlying.(*ast.Ident)
		if !ok || p.specs[name.Name] == nil {
			break
		}
		underlying = p.specs[name.Name].Type
	}
	fields, ok := underlying.(*ast.StructType)
	if !ok {
		return fmt.Sprintf("%stype %s = %s;\n", head, spec.Name.Name, p.expression(underlying))
	}
	bases, body := p.members(fields)
	for i, base := range bases {
		if p.apiVersion != "" && base == "TypeMeta" {
			bases[i] = fmt.Sprintf("TypeMeta<%q, %q>", p.apiVersion, spec.Name.Name)
		}
	}
	if isRegistered(p.path) {
		p.used["TypeMeta"] = true
		bases = append(bases, fmt.Sprintf("TypeMeta<\"test.example.com/v1\", %q>", spec.Name.Name))
	}
	extends := ""
	if len(bases) > 0 {
		extends = " extends " + strings.Join(bases, ", ")
	}
	return fmt.Sprintf("%sinterface %s%s {\n%s}\n", head, spec.Name.Name, extends, body)
}
