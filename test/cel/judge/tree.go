package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

func parse(step Step) Outcome {
	parsed, issues := environmentOf(step.Version).Parse(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: issues.Err().Error()}
	}
	return Outcome{Tree: printer{parsed.NativeRep().SourceInfo(), false}.text(parsed.NativeRep().Expr())}
}

func environmentOf(text string) *cel.Env {
	return environment.MustBaseEnvSet(version.MustParse(text)).NewExpressionsEnv()
}

// printer prints an expression with the offset of each part, except of entries of maps in copies
// that a macro makes: they have the position of the macro.
type printer struct {
	info   *ast.SourceInfo
	isCopy bool
}

func (p printer) text(expr ast.Expr) string {
	return fmt.Sprintf("%d:%s", p.offset(expr.ID()), p.content(expr))
}

func (p printer) offset(id int64) int32 {
	offsets, found := p.info.GetOffsetRange(id)
	if !found {
		return -1
	}
	return offsets.Start
}

func (p printer) content(expr ast.Expr) string {
	switch expr.Kind() {
	case ast.LiteralKind:
		return literal(expr)
	case ast.IdentKind:
		return expr.AsIdent()
	case ast.SelectKind:
		name := "select"
		if expr.AsSelect().IsTestOnly() {
			name = "has"
		}
		return list(name, p.text(expr.AsSelect().Operand()), quote(expr.AsSelect().FieldName()))
	case ast.CallKind:
		return p.call(expr.AsCall())
	case ast.ListKind:
		return p.list(expr.AsList())
	case ast.MapKind:
		parts := []string{"map"}
		for _, entry := range expr.AsMap().Entries() {
			parts = append(parts, p.entry(entry))
		}
		return list(parts...)
	case ast.StructKind:
		parts := []string{"message", expr.AsStruct().TypeName()}
		for _, field := range expr.AsStruct().Fields() {
			parts = append(parts, p.entry(field))
		}
		return list(parts...)
	case ast.ComprehensionKind:
		return p.loop(expr.AsComprehension())
	}
	return "?"
}

func (p printer) call(call ast.CallExpr) string {
	parts := []string{call.FunctionName()}
	if call.IsMemberFunction() {
		parts = []string{"method", call.FunctionName(), p.text(call.Target())}
	}
	for _, arg := range call.Args() {
		parts = append(parts, p.text(arg))
	}
	return list(parts...)
}

func (p printer) list(elements ast.ListExpr) string {
	parts := []string{"list"}
	for i, element := range elements.Elements() {
		text := p.text(element)
		if elements.IsOptional(int32(i)) {
			text = "?" + text
		}
		parts = append(parts, text)
	}
	return list(parts...)
}

func (p printer) entry(entry ast.EntryExpr) string {
	var key, value string
	var optional bool
	if entry.Kind() == ast.MapEntryKind {
		key, value, optional = p.text(entry.AsMapEntry().Key()), p.text(entry.AsMapEntry().Value()), entry.AsMapEntry().IsOptional()
	} else {
		field := entry.AsStructField()
		key, value, optional = field.Name(), p.text(field.Value()), field.IsOptional()
	}
	mark := ""
	if optional {
		mark = "?"
	}
	if p.isCopy {
		return fmt.Sprintf("%s(%s %s)", mark, key, value)
	}
	return fmt.Sprintf("%s%d:(%s %s)", mark, p.offset(entry.ID()), key, value)
}

func (p printer) loop(loop ast.ComprehensionExpr) string {
	variables := loop.IterVar()
	if loop.HasIterVar2() {
		variables += "," + loop.IterVar2()
	}
	initial := printer{p.info, p.isCopy || loop.IterVar() == "#unused"}
	return list("loop", variables, p.text(loop.IterRange()), loop.AccuVar(), initial.text(loop.AccuInit()),
		p.text(loop.LoopCondition()), p.text(loop.LoopStep()), p.text(loop.Result()))
}

func literal(expr ast.Expr) string {
	switch value := expr.AsLiteral().(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return fmt.Sprint(bool(value))
	case types.Int:
		return fmt.Sprint(int64(value))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(value))
	case types.Double:
		return fmt.Sprintf("double(%016x)", math.Float64bits(float64(value)))
	case types.String:
		return quote(string(value))
	case types.Bytes:
		return fmt.Sprintf("bytes(%x)", []byte(value))
	}
	return fmt.Sprintf("%T", expr.AsLiteral())
}

func quote(text string) string {
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(text))
	return strings.TrimSuffix(quoted.String(), "\n")
}

func list(parts ...string) string {
	return "(" + strings.Join(parts, " ") + ")"
}
