import { numberScalars } from "../scalars.js";
import type { ScalarName, Type, Universe } from "../universe.js";
import { resolveAliases } from "./resolve.js";

/** Kind of a JSON value, as messages print it. */
export type MemoryKind = "a string" | "a number" | "true or false" | "a list" | "an object";

const strings: ReadonlySet<ScalarName> = new Set(["string", "bytes", "Time", "MicroTime", "Duration"]);

/**
 * Returns the kind of all values of a type. Returns undefined if the values have several kinds, or
 * if their kind is unknown.
 */
export function memoryKind(universe: Universe, type: Type): MemoryKind | undefined {
  const resolved = resolveAliases(universe, type);
  switch (resolved?.kind) {
    case "scalar":
      if (numberScalars.has(resolved.name)) return "a number";
      if (strings.has(resolved.name)) return "a string";
      return resolved.name === "boolean" ? "true or false" : undefined;
    case "literals": {
      const kinds = new Set(resolved.values.map((value) => typeof value));
      if (kinds.size !== 1) return undefined;
      return kinds.has("string") ? "a string" : kinds.has("number") ? "a number" : "true or false";
    }
    case "list":
    case "tuple":
      return "a list";
    case "map":
    case "embedded":
      return "an object";
    case "declared":
      return resolved.declaration.shape.kind === "opaque" ? undefined : "an object";
    case undefined:
      return undefined;
  }
}
