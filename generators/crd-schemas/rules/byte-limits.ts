import type { JSONSchema } from "../schema/json-schema.js";

/** Maximum repetition count in an RE2 regular expression. */
const mostRepeated = 1000;

/**
 * Returns schema keywords for a base64 string with at most `limit` bytes; undefined if no keyword
 * can express the limit. In base64, four characters encode three bytes, and each `=` is one byte
 * less.
 */
export function mostBytes(limit: number): JSONSchema | undefined {
  const length = 4 * Math.ceil(limit / 3);
  const padding = (3 - (limit % 3)) % 3;
  if (padding === 0) return { maxLength: length };
  if (length > mostRepeated) return undefined;
  return {
    maxLength: length,
    pattern: `^(.{0,${String(length - 4)}}|.{${String(length - padding)}}${"=".repeat(padding)})$`,
  };
}

/**
 * Returns schema keywords for a base64 string with at least `limit` bytes; undefined if no keyword
 * can express the limit.
 */
export function leastBytes(limit: number): JSONSchema | undefined {
  if (limit === 0) return {};
  const length = 4 * Math.ceil(limit / 3);
  const rest = limit % 3;
  if (rest === 1) return { minLength: length };
  if (length >= mostRepeated) return undefined;
  const last = rest === 2 ? `.{${String(length - 2)}}[^=].` : `.{${String(length - 1)}}[^=]`;
  return { minLength: length, pattern: `^(${last}|.{${String(length + 1)},})$` };
}
