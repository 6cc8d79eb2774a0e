import { countUTF8Bytes } from "../util/text-length.js";
import type { JSONObject, JSONValue } from "../values/types.js";
import type { FieldSet, ParseableType, TypedValue } from "../structuredmerge/index.js";
import { sortedJSONText } from "../json/sorted-json.js";
import { getOwn, isObject } from "../json/values.js";
import { stringProperty } from "./object-text.js";

/**
 * The annotation in which `kubectl apply` without `--server-side` stores the configuration that it
 * has applied.
 */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Maximum total size of all annotations of an object, in bytes. */
const maxAnnotationBytes = 256 * 1024;

interface Annotated {
  readonly metadata?: { annotations?: { [key: string]: string } };
}

/**
 * Returns the configuration that `kubectl apply` has stored in its annotation, as JSON; undefined
 * if the annotation is absent or empty.
 */
export function lastAppliedOf({ metadata }: Annotated): string | undefined {
  const text = getOwn(metadata?.annotations ?? {}, lastAppliedAnnotation);
  return typeof text === "string" && text !== "" ? text : undefined;
}

/**
 * Returns the fields that `kubectl apply` has set and that have not changed since then. Returns
 * undefined if the annotation is absent, invalid, or from another version or kind, or if the live
 * object is invalid.
 *
 * @param text value of the annotation, as `lastAppliedOf` returns it
 * @param kind the version and kind of the object
 */
export function unchangedSinceLastApplied(
  text: string | undefined,
  type: ParseableType,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  live: TypedValue,
): FieldSet | undefined {
  if (text === undefined) return undefined;
  try {
    const applied = JSON.parse(text) as JSONValue;
    if (
      !isObject(applied) ||
      stringProperty(applied, "apiVersion") !== apiVersion ||
      stringProperty(applied, "kind") !== kind
    )
      return undefined;
    live.validate();
    const typed = type.fromValue(applied);
    const { modified, added, removed } = typed.compare(live);
    return typed.toFieldSet().difference(modified).difference(added).difference(removed);
  } catch {
    // Without a valid annotation and a valid live object, no conflict may be ignored.
    return undefined;
  }
}

/**
 * Stores an applied configuration in the annotation of `kubectl apply`. Mutates the object. If the
 * annotations would exceed their maximum size, removes the annotation instead. Does nothing if the
 * object has no annotations.
 */
export function setLastApplied(object: Annotated, applied: JSONObject): void {
  const { metadata } = object;
  if (metadata?.annotations === undefined) return;
  const annotations = {
    ...metadata.annotations,
    [lastAppliedAnnotation]: `${sortedJSONText(withoutLastApplied(applied))}\n`,
  };
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + countUTF8Bytes(key) + countUTF8Bytes(value),
    0,
  );
  if (size > maxAnnotationBytes) Reflect.deleteProperty(annotations, lastAppliedAnnotation);
  metadata.annotations = annotations;
}

/**
 * Returns a configuration without the annotation of `kubectl apply`. If the annotations are not an
 * object, or if an annotation is neither a string nor null, all annotations are removed.
 */
function withoutLastApplied(applied: JSONObject): JSONObject {
  const metadata = getOwn(applied, "metadata");
  if (!isObject(metadata) || !Object.hasOwn(metadata, "annotations")) return applied;
  const { annotations, ...rest } = metadata;
  const kept = annotationsOf(annotations);
  return { ...applied, metadata: kept === undefined ? rest : { ...rest, annotations: kept } };
}

/**
 * Returns annotations as a map of strings, without the annotation of `kubectl apply`. An annotation
 * that is null becomes an empty string, as in Go. Returns undefined if `value` is not an object, or
 * if an annotation is neither a string nor null.
 */
function annotationsOf(value: JSONValue | undefined): JSONObject | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter(([key]) => key !== lastAppliedAnnotation);
  const isValid = entries.every(([, text]) => typeof text === "string" || text === null);
  return isValid ? Object.fromEntries(entries.map(([key, text]) => [key, text ?? ""])) : undefined;
}
