import { typeErrorText, UnmarshalError } from "../json/errors.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { parseGroupVersion, withKind } from "../meta/group-version.js";

const probe = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * Returns group, version and kind of an object. Absent values are empty strings (Go:
 * SimpleMetaFactory.Interpret).
 * @throws UnmarshalError if the value is neither an object nor null, or if its apiVersion or kind
 *   is neither a string nor null
 * @throws Error for an apiVersion with more than one slash
 */
export function interpretKind(value: unknown): GroupVersionKind {
  if (value === null) return { group: "", version: "", kind: "" };
  if (typeof value !== "object" || Array.isArray(value))
    throw unreadableError(typeErrorText(goKind(value), probe, { path: "", struct: "", fields: "" }));
  const meta = { apiVersion: "", kind: "" };
  for (const key of Object.keys(value)) {
    const name = metaName(key);
    if (name === undefined) continue;
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (child === null) continue;
    if (typeof child !== "string")
      throw unreadableError(typeErrorText(goKind(child), "string", { path: name, struct: "", fields: name }));
    meta[name] = child;
  }
  return withKind(parseGroupVersion(meta.apiVersion), meta.kind);
}

/**
 * Returns the kind of an object. The default kind replaces an empty kind. The default group and
 * version replace an empty version, if the group is empty or the default group.
 */
export function kindWithDefaults(actual: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = actual.kind === "" ? defaults.kind : actual.kind;
  if (actual.version === "" && (actual.group === "" || actual.group === defaults.group)) {
    return withKind(defaults, kind);
  }
  return withKind(actual, kind);
}

/**
 * Returns the name of the field that a JSON key sets; undefined for any other key. Go reads
 * apiVersion and kind with encoding/json, which compares keys by Unicode case folding.
 */
function metaName(key: string): "apiVersion" | "kind" | undefined {
  if (key === "apiVersion" || key === "kind") return key;
  if (key.length !== "kind".length && key.length !== "apiVersion".length) return undefined;
  const folded = key.toLowerCase().replaceAll("\u017f", "s");
  if (folded === "kind") return "kind";
  return folded === "apiversion" ? "apiVersion" : undefined;
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" ? "bool" : type === "bigint" ? "number" : type;
}

/** Returns the error for a body whose kind cannot be read, for example because it is not JSON. */
export function unreadableError(message: string): UnmarshalError {
  return new UnmarshalError(`couldn't get version/kind; json parse error: ${message}`);
}
