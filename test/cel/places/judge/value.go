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
)

// valueText prints a value with its type.
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
		return fmt.Sprintf("double(%016x)", math.Float64bits(float64(v)))
	case types.String:
		return fmt.Sprintf("string(%s)", string(v))
	case types.Bytes:
		return fmt.Sprintf("bytes(%s)", base64.StdEncoding.EncodeToString([]byte(v)))
	case types.Duration:
		return fmt.Sprintf("duration(%d)", int64(v.Duration))
	case types.Timestamp:
		return fmt.Sprintf("timestamp(%s)", v.Time.Format(time.RFC3339Nano))
	case *types.Type:
		return fmt.Sprintf("type(%s)", v.TypeName())
	case *types.Err:
		return fmt.Sprintf("error(%s)", v)
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional(" + valueText(v.GetValue()) + ")"
	case traits.Lister:
		texts := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			texts = append(texts, valueText(it.Next()))
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case traits.Mapper:
		texts := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			if key := it.Next(); key != nil {
				texts = append(texts, valueText(key)+": "+valueText(v.Get(key)))
			}
		}
		sort.Strings(texts)
		return "{" + strings.Join(texts, ", ") + "}"
	}
	return value.Type().TypeName()
}
