import { shapeOf, type ValueShape } from "../schema/schema.js";

/** Returns the Go type of a value, as Go prints it in messages. */
export function goType(shape: ValueShape): string {
  switch (shape.type) {
    case "any":
      return "interface {}";
    case "boolean":
      return "bool";
    case "bytes":
      return "[]uint8";
    case "Time":
    case "MicroTime":
    case "Duration":
    case "FieldsV1":
      return `v1.${shape.type}`;
    case "RawExtension":
      return "runtime.RawExtension";
    case "Quantity":
      return "resource.Quantity";
    case "IntOrString":
      return "intstr.IntOrString";
    case "list":
      return `[]${goType(shape.items)}`;
    case "tuple":
      return `[${String(shape.items.length)}]${shape.items[0] === undefined ? "interface {}" : goType(shape.items[0])}`;
    case "map":
      return `map[string]${goType(shape.values)}`;
    case "ref":
    case "embedded":
      return shapeOf(shape.to()).name;
    default:
      return shape.type;
  }
}
