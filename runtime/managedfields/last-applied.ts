import type { JSONObject, JSONValue } from "../types.js";
import type { FieldSet, ParseableType, TypedValue } from "../structuredmerge/index.js";
import { sortedKeys } from "../validate/compare-keys.js";
import { getOwn, isBranch, setOwn } from "../values.js";

/** The annotation in which `kubectl apply` without `--server-side` stores what it applied. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The size in bytes that all annotations of an object may have together. */
const maxAnnotationBytes = 256 * 1024;

interface Annotated {
  readonly metadata?: { annotations?: { [key: string]: string } };
}

/** Returns what `kubectl apply` has stored; undefined if the object has no such annotation. */
export function lastAppliedOf({ metadata }: Annotated): string | undefined {
  const text = getOwn(metadata?.annotations ?? {}, lastAppliedAnnotation);
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * Returns the fields that `kubectl apply` has set and that nothing has changed since then. Returns
 * undefined if the annotation does not tell.
 */
export function unchangedSinceLastApplied(
  text: string | undefined,
  type: ParseableType,
  apiVersion: string,
  live: TypedValue,
): FieldSet | undefined {
  if (text === undefined) return undefined;
  try {
    const applied = JSON.parse(text) as JSONValue;
    if (!isBranch(applied) || getOwn(applied, "apiVersion") !== apiVersion) return undefined;
    const typed = type.fromValue(applied);
    const { modified, added, removed } = typed.compare(live);
    return typed.toFieldSet().difference(modified).difference(added).difference(removed);
  } catch {
    // An annotation that cannot be read allows nothing.
    return undefined;
  }
}

/**
 * Replaces what `kubectl apply` has stored by the applied configuration, in place. Removes the
 * annotation if all annotations would be too large.
 */
export function setLastApplied(object: Annotated, applied: JSONObject): void {
  const annotations = object.metadata?.annotations;
  if (annotations === undefined) return;
  annotations[lastAppliedAnnotation] = `${JSON.stringify(withoutLastApplied(applied))}\n`;
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > maxAnnotationBytes) Reflect.deleteProperty(annotations, lastAppliedAnnotation);
}

/** Go writes the keys of maps sorted. */
function withoutLastApplied(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(withoutLastApplied);
  if (!isBranch(value)) return value;
  const sorted: JSONObject = {};
  for (const key of sortedKeys(value))
    if (key !== lastAppliedAnnotation) setOwn(sorted, key, withoutLastApplied(value[key] as JSONValue));
  return sorted;
}

function byteLength(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
