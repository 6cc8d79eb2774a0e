package main

import (
	"encoding/base64"
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/api/resource"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// valueText prints a value with its type. Invalid UTF-8 has become U+FFFD.
func valueText(value ref.Val) string {
	switch v := value.(type) {
	case nil:
		return "nil"
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
	case *types.Err:
		return fmt.Sprintf("error(%s)", v)
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
	return value.Type().TypeName()
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
		// The key of an unknown property is nil.
		if key := it.Next(); key != nil {
			texts = append(texts, valueText(key)+": "+valueText(mapper.Get(key)))
		}
	}
	sort.Strings(texts)
	return texts
}
