import { CELBytes, CELOptional } from "./classes.js";
import { ListValue, MapValue, OpaqueValue, type Result } from "./value.js";

/** Returns the number of code points of a string. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc_00) !== 0xd8_00) continue;
    if ((text.charCodeAt(index + 1) & 0xfc_00) !== 0xdc_00) continue;
    count--;
    index++;
  }
  return count;
}

/** Returns the number of bytes of a string in UTF-8. */
export function utf8ByteCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each of the two surrogates of a character counts two bytes.
    count += unit < 0x8_00 || (unit & 0xf8_00) === 0xd8_00 ? 1 : 2;
  }
  return count;
}

/** Returns the number of characters, bytes, items or entries; 1 for a value without a size. */
export function valueSize(value: Result): number {
  if (typeof value === "string") return codePoints(value);
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
