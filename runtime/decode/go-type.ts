import { resolved } from "../schema/resolve-shape.js";
import { shapeOf, type ValueShape } from "../schema/schema.js";

/**
 * The Go type and its kind (reflect.Kind), for types whose names in Go differ. The types that are
 * not listed, such as `int32`, have the same name as in Go, which is also their kind.
 */
const goTypes: Readonly<Partial<Record<ValueShape["type"], readonly [type: string, kind: string]>>> = {
  any: ["interface {}", "interface"],
  boolean: ["bool", "bool"],
  bytes: ["[]uint8", "slice"],
  Time: ["v1.Time", "struct"],
  MicroTime: ["v1.MicroTime", "struct"],
  Duration: ["v1.Duration", "struct"],
  FieldsV1: ["v1.FieldsV1", "struct"],
  RawExtension: ["runtime.RawExtension", "struct"],
  Quantity: ["resource.Quantity", "struct"],
  IntOrString: ["intstr.IntOrString", "struct"],
};

/** Returns the Go type of a value, as Go prints it in messages. */
export function goType(shape: ValueShape): string {
  switch (shape.type) {
    case "list":
      return `[]${goType(shape.items)}`;
    case "tuple":
      return `[${String(shape.items.length)}]${goType(shape.items[0] ?? { type: "any" })}`;
    case "map":
      return `map[string]${goType(shape.values)}`;
    case "ref":
    case "embedded":
      return shapeOf(shape.to()).name;
    default:
      return goTypes[shape.type]?.[0] ?? shape.type;
  }
}

/** Returns the kind of a type as Go's reflect package names it. */
export function goKindName(value: ValueShape): string {
  const { type } = resolved(value);
  if (type === "list" || type === "tuple") return "slice";
  if (type === "ref" || type === "embedded") return "struct";
  return goTypes[type]?.[1] ?? type;
}
