package main

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

func jsonTag(member *ast.Field) (name, options string) {
	if member.Tag == nil {
		return "", ""
	}
	text, err := strconv.Unquote(member.Tag.Value)
	must(err)
	name, options, _ = strings.Cut(reflect.StructTag(text).Get("json"), ",")
	return name, options
}

// isRegistered reports whether the tests of a package are about registered functions: TypeScript has
// these only for kinds in folders of versions.
func isRegistered(path string) bool {
	return strings.HasPrefix(path, "tags/supported_resources/")
}

// members returns the properties of a struct. An embedded struct is a property with its Go name, as in
// paths of errors, if its JSON tag does not say inline.
func (p *goPackage) members(fields *ast.StructType) (bases []string, body string) {
	for _, member := range fields.Fields.List {
		name, options := jsonTag(member)
		typ := member.Type
		pointer, isPointer := typ.(*ast.StarExpr)
		if isPointer {
			typ = pointer.X
		}
		if len(member.Names) == 0 && (p.apiVersion != "" || strings.Contains(options, "inline")) && name == "" {
			bases = append(bases, p.expression(typ))
			continue
		}
		goName := ""
		if len(member.Names) > 0 {
			goName = member.Names[0].Name
		} else if selector, ok := typ.(*ast.SelectorExpr); ok {
			goName = selector.Sel.Name
			if name == "" {
				goName = selector.X.(*ast.Ident).Name + "." + goName
			}
		} else {
			goName = typ.(*ast.Ident).Name
		}
		if len(member.Names) > 0 && !ast.IsExported(goName) {
			continue
		}
		if name == "" {
			name = goName
		}
		if p.isCopy {
			member.Doc = nil
		}
		markers := withMemberNames(markersOf(member.Doc), goName, name)
		optional := ""
		if isPointer {
			optional = "?"
		} else if slices.Contains(strings.Split(options, ","), "omitempty") && !p.isStruct(typ) {
			optional = "?"
			markers = append([]string{"+omitzero"}, markers...)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
			name = strconv.Quote(name)
		}
		body += fmt.Sprintf("%s  %s%s: %s;\n", comment("  ", markers), name, optional, p.expression(typ))
	}
	return bases, body
}

// isStruct reports whether a type of this package is a struct: omitempty has no effect on it.
func (p *goPackage) isStruct(typ ast.Expr) bool {
	if selector, ok := typ.(*ast.SelectorExpr); ok && p.apiVersion != "" {
		return slices.Contains([]string{"ObjectMeta", "Quantity", "RawExtension", "LabelSelector", "Time"}, selector.Sel.Name)
	}
	name, ok := typ.(*ast.Ident)
	if !ok || p.specs[name.Name] == nil {
		_, isStruct := typ.(*ast.StructType)
		return isStruct
	}
	return p.isStruct(p.specs[name.Name].Type)
}

// withMemberNames names members of unions as Go does, where the names of the fields differ.
func withMemberNames(markers []string, goName, name string) []string {
	if strings.ToUpper(name[:1])+name[1:] == goName {
		return markers
	}
	for i, marker := range markers {
		head, args, hasArgs := strings.Cut(marker, "(")
		isMember := strings.HasSuffix(head, "+k8s:unionMember") || strings.HasSuffix(head, "+k8s:zeroOrOneOfMember")
		if !isMember || strings.Contains(args, "memberName") {
			continue
		}
		markers[i] = fmt.Sprintf("%s(memberName: %q)", head, goName)
		if hasArgs {
			markers[i] = fmt.Sprintf("%s(memberName: %q, %s", head, goName, args)
		}
	}
	return markers
}

// expression returns a type expression. Items and values that are pointers in Go are plain.
func (p *goPackage) expression(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return p.expression(expr.X)
	case *ast.ArrayType:
		if name, ok := expr.Elt.(*ast.Ident); ok && name.Name == "byte" {
			p.used["bytes"] = true
			return "bytes"
		}
		return p.expression(expr.Elt) + "[]"
	case *ast.MapType:
		return fmt.Sprintf("Record<%s, %s>", p.expression(expr.Key), p.expression(expr.Value))
	case *ast.SelectorExpr:
		pkg, name := expr.X.(*ast.Ident).Name, expr.Sel.Name
		if p.apiVersion != "" && pkg != "metav1" {
			return p.kubernetesType(p.imports[pkg], name)
		}
		p.used[pkg+"."+name] = true
		if pkg == "metav1" {
			return name
		}
		return pkg + "_" + name
	case *ast.Ident:
		if p.isCopy && p.core.specs[expr.Name] != nil {
			return p.kubernetesType("k8s.io/api/core/v1", expr.Name)
		}
		if p.specs[expr.Name] != nil {
			return expr.Name
		}
		scalar := scalars[expr.Name]
		if scalar == "" {
			panic(p.path + ": unknown type " + expr.Name)
		}
		if scalar != "string" && scalar != "boolean" {
			p.used[scalar] = true
		}
		return scalar
	}
	panic(fmt.Sprintf("%s: unknown expression %T", p.path, expr))
}

// importText returns the imports of the names that types.ts uses.
func (p *goPackage) importText() string {
	names := map[string][]string{}
	for used := range p.used {
		pkg, name, ok := strings.Cut(used, ".")
		switch {
		case !ok:
			names["@apimachinery/runtime"] = append(names["@apimachinery/runtime"], used)
		case pkg == "metav1":
			names["@apimachinery/runtime"] = append(names["@apimachinery/runtime"], name)
		default:
			from := relative(p.path, strings.TrimPrefix(p.imports[pkg], importRoot)) + "/types.js"
			names[from] = append(names[from], fmt.Sprintf("%s as %s_%s", name, pkg, name))
		}
	}
	var lines []string
	for from, list := range names {
		sort.Strings(list)
		lines = append(lines, fmt.Sprintf("import type { %s } from %q;\n", strings.Join(list, ", "), from))
	}
	sort.Strings(lines)
	return strings.Join(lines, "")
}

// relative returns the path of one package as another imports it.
func relative(from, to string) string {
	path, err := filepath.Rel(from, to)
	must(err)
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, ".") {
		path = "./" + path
	}
	return path
}
