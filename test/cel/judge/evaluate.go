package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"cel.dev/expr"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"google.golang.org/protobuf/encoding/protojson"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// environments are those of expressions without a schema, by their versions and the names of their
// variables, which have any JSON values.
var environments = map[string]*cel.Env{}

func environmentOfVariables(step Step) *cel.Env {
	names := slices.Sorted(maps.Keys(variablesOf(step)))
	key := step.Version + " " + strings.Join(names, " ")
	if environments[key] == nil {
		options := []cel.EnvOption{}
		for _, name := range names {
			options = append(options, cel.Variable(name, cel.DynType))
		}
		extended, err := environment.MustBaseEnvSet(version.MustParse(step.Version)).Extend(environment.VersionedOptions{
			IntroducedVersion: version.MajorMinor(1, 0),
			EnvOptions:        options,
		})
		must(err)
		environments[key] = extended.NewExpressionsEnv()
	}
	return environments[key]
}

// Bindings are the values of variables as messages cel.expr.ExprValue.
type Bindings map[string]struct {
	Value json.RawMessage `json:"value"`
}

func variablesOf(step Step) map[string]any {
	variables := map[string]any{}
	maps.Copy(variables, step.Variables)
	for name, binding := range step.Bindings {
		value := &expr.Value{}
		must(protojson.Unmarshal(binding.Value, value))
		variable, err := cel.ProtoAsValue(types.DefaultTypeAdapter, value)
		must(err)
		variables[name] = variable
	}
	return variables
}

func evaluation(step Step) Outcome {
	env := environmentOfVariables(step)
	checked, issues := env.Compile(step.Expression)
	if issues.Err() != nil {
		return Outcome{Error: names.ReplaceAllString(issues.Err().Error(), "$1")}
	}
	program, err := env.Program(checked)
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	value, _, err := program.Eval(variablesOf(step))
	if err != nil {
		return Outcome{Error: err.Error()}
	}
	return Outcome{Value: valueText(value)}
}

// valueText prints a value with its type. Invalid UTF-8 has become U+FFFD.
func valueText(value ref.Val) string {
	switch v := value.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return fmt.Sprint(bool(v))
	case types.Int:
		return fmt.Sprintf("int(%d)", int64(v))
	case types.Uint:
		return fmt.Sprintf("uint(%d)", uint64(v))
	case types.Double:
		return fmt.Sprintf("double(%s)", doubleText(float64(v)))
	case types.String:
		return fmt.Sprintf("string(%s)", wellFormed(string(v)))
	case types.Bytes:
		return fmt.Sprintf("bytes(%s)", base64.StdEncoding.EncodeToString([]byte(v)))
	case types.Duration:
		return fmt.Sprintf("duration(%d)", int64(v.Duration))
	case types.Timestamp:
		return fmt.Sprintf("timestamp(%s)", v.Time.Format(time.RFC3339Nano))
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional(" + valueText(v.GetValue()) + ")"
	case traits.Lister:
		return "[" + strings.Join(itemTexts(v), ", ") + "]"
	case traits.Mapper:
		return "{" + strings.Join(entryTexts(v), ", ") + "}"
	}
	return opaqueText(value)
}

func opaqueText(value ref.Val) string {
	switch v := value.(type) {
	case apiservercel.URL:
		return fmt.Sprintf("url(%s)", wellFormed(v.URL.String()))
	case apiservercel.Quantity:
		return quantityText(v.Quantity)
	case *apiservercel.Quantity:
		return quantityText(v.Quantity)
	case apiservercel.IP:
		return fmt.Sprintf("ip(%s)", v.Addr)
	case apiservercel.CIDR:
		return fmt.Sprintf("cidr(%s)", v.Prefix)
	case apiservercel.Semver:
		return fmt.Sprintf("semver(%s)", v.Version)
	case apiservercel.Format:
		return fmt.Sprintf("format(%s)", v.Name)
	case *types.Type:
		return fmt.Sprintf("type(%s)", v.TypeName())
	}
	return fmt.Sprintf("%T", value)
}

// doubleText prints the bits of a double; there are many for NaN.
func doubleText(value float64) string {
	if math.IsNaN(value) {
		return "NaN"
	}
	return fmt.Sprintf("%016x", math.Float64bits(value))
}

func quantityText(quantity *resource.Quantity) string {
	decimal := quantity.DeepCopy()
	parts := decimal.AsDec()
	return fmt.Sprintf("quantity(%s e%d %s)", parts.UnscaledBig(), -parts.Scale(), quantity.Format)
}

// wellFormed replaces each wrong byte, as JSON does.
func wellFormed(text string) string {
	return string([]rune(text))
}

func itemTexts(list traits.Lister) []string {
	texts := []string{}
	for it := list.Iterator(); it.HasNext() == types.True; {
		texts = append(texts, valueText(it.Next()))
	}
	return texts
}

func entryTexts(mapper traits.Mapper) []string {
	texts := []string{}
	for it := mapper.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		texts = append(texts, valueText(key)+": "+valueText(mapper.Get(key)))
	}
	sort.Strings(texts)
	return texts
}
