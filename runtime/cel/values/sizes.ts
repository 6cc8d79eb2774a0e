import { countCharacters } from "../../util/text-length.js";
import { CELBytes, CELOptional } from "./classes.js";
import { ListValue, MapValue, OpaqueValue, type Result } from "./value.js";

/** Returns the number of characters, bytes, items or entries; 1 for a value without a size. */
export function valueSize(value: Result): number {
  if (typeof value === "string") return countCharacters(value);
  if (typeof value !== "object" || value === null) return 1;
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue) return value.size;
  return value instanceof CELBytes ? value.value.length : 1;
}

/**
 * Returns the same size as `valueSize`, except that the size of an optional is that of its value.
 */
export function innerSize(value: Result): number {
  return value instanceof CELOptional && value.value !== undefined ? innerSize(value.value) : valueSize(value);
}
