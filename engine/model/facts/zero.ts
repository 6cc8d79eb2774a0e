import { numberScalars } from "../scalars.js";
import type { ScalarName, Type, Universe } from "../universe.js";
import { resolveAliases } from "./resolve.js";

/**
 * Returns the JSON value that decoding assigns to an absent required field. Returns undefined for
 * types other than scalars, literals, lists and maps.
 */
export function decodedZero(universe: Universe, type: Type): unknown {
  const resolved = resolveAliases(universe, type);
  switch (resolved?.kind) {
    case "scalar":
      return zeroOfScalar(resolved.name);
    case "literals":
      return zeroOfLiterals(resolved.values);
    case "list":
      return [];
    case "map":
      return {};
    default:
      return undefined;
  }
}

/** Returns the zero value for the type of a union's literals. It may not be one of the literals. */
export function zeroOfLiterals([first]: readonly (string | number | boolean)[]): string | number | boolean {
  return typeof first === "string" ? "" : typeof first === "number" ? 0 : false;
}

export function zeroOfScalar(name: ScalarName): unknown {
  if (numberScalars.has(name) || name === "IntOrString") return 0;
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
