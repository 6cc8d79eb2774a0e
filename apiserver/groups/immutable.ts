import { isDeepStrictEqual } from "node:util";
import { field, type ErrorList } from "@apimachinery/runtime";

/** Returns an error if a field has changed (Go: ValidateImmutableField). */
export function immutableErrors(name: string, value: unknown, old: unknown): ErrorList {
  return isDeepStrictEqual(value, old) ? [] : [field.invalid(field.newPath(name), value, "field is immutable")];
}
