import type { ExpressionType } from "../types/type.js";
import { typeOfValue } from "./describe.js";
import { EvaluationError, ListValue, MapValue, type Result } from "./value.js";

/**
 * Reports whether a value has the type of a parameter. For lists and maps, only the first items are
 * tested.
 */
export function hasType(value: Result, type: ExpressionType | undefined): boolean {
  if (type === undefined) return false;
  if (type.kind === "dyn" || type.kind === "any" || type.kind === "param") return true;
  if (value instanceof EvaluationError) return false;
  switch (type.kind) {
    case "string":
      return typeof value === "string";
    case "int":
      return typeof value === "bigint";
    case "bool":
      return typeof value === "boolean";
    case "list":
      return value instanceof ListValue && (value.size === 0 || hasType(value.at(0), type.parameters[0]));
    case "map":
      return value instanceof MapValue && (value.size === 0 || firstEntryHasType(value, type));
    default:
      return typeOfValue(value).name === type.name;
  }
}

function firstEntryHasType(map: MapValue, { parameters: [keyType, valueType] }: ExpressionType): boolean {
  for (const key of map.keys()) {
    const value = map.get(key);
    return value !== undefined && hasType(key, keyType) && hasType(value, valueType);
  }
  return true;
}
