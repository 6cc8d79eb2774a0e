import type { ScalarName, Type, Universe } from "../universe.js";
import { resolve } from "./resolve.js";

const numbers: ReadonlySet<ScalarName> = new Set([
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float32",
  "float64",
]);

export function isNumber(name: ScalarName): boolean {
  return numbers.has(name);
}

/**
 * Returns the JSON value to which decoding sets an absent required property. Returns undefined for
 * objects.
 */
export function zeroOf(universe: Universe, type: Type): unknown {
  const resolved = resolve(universe, type);
  switch (resolved?.kind) {
    case "scalar":
      return zeroOfScalar(resolved.name);
    case "literals":
      return typeof resolved.values[0] === "string" ? "" : typeof resolved.values[0] === "number" ? 0 : false;
    case "list":
      return [];
    case "map":
      return {};
    default:
      return undefined;
  }
}

function zeroOfScalar(name: ScalarName): unknown {
  if (isNumber(name) || name === "IntOrString") return 0;
  switch (name) {
    case "boolean":
      return false;
    case "Duration":
      return "0s";
    case "Quantity":
      return "0";
    case "RawExtension":
    case "FieldsV1":
      return {};
    case "any":
      return null;
    default:
      return "";
  }
}
