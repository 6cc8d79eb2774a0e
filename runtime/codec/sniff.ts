import { UnmarshalError } from "../decode/errors.js";
import { typeErrorText } from "../decode/findings.js";
import { jsonKind } from "../decode/text-cursor.js";
import type { GroupVersionKind } from "../group-version.js";
import { parseGroupVersion } from "../group-version-text.js";

const probe = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * Reads which kind an object says it is; what it does not say is empty. Go's
 * SimpleMetaFactory.Interpret.
 * @throws UnmarshalError for what is not an object, or has an apiVersion or kind that is not a text
 * @throws Error `unexpected GroupVersion string: …`
 */
export function interpretKind(value: unknown): GroupVersionKind {
  if (value === null) return { group: "", version: "", kind: "" };
  if (typeof value !== "object" || Array.isArray(value))
    throw unreadable(typeErrorText(goKind(value), probe, { path: "", struct: "", fields: "" }));
  const meta = { apiVersion: "", kind: "" };
  for (const [key, child] of Object.entries(value)) {
    const name = metaName(key);
    if (name === undefined || child === null) continue;
    if (typeof child !== "string")
      throw unreadable(typeErrorText(goKind(child), "string", { path: name, struct: "", fields: name }));
    meta[name] = child;
  }
  return { ...parseGroupVersion(meta.apiVersion), kind: meta.kind };
}

/** Completes what an object says by what its reader knows. */
export function kindWithDefaults(actual: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = actual.kind === "" ? defaults.kind : actual.kind;
  if (actual.version === "" && (actual.group === "" || actual.group === defaults.group)) {
    return { group: defaults.group, version: defaults.version, kind };
  }
  return { ...actual, kind };
}

/** Go's encoding/json, which reads the kind, accepts keys in any case, in Unicode's sense too. */
function metaName(key: string): "apiVersion" | "kind" | undefined {
  if (key === "apiVersion" || key === "kind") return key;
  if (key.length !== "kind".length && key.length !== "apiVersion".length) return undefined;
  const folded = key.toLowerCase().replaceAll("\u017f", "s");
  if (folded === "kind") return "kind";
  return folded === "apiversion" ? "apiVersion" : undefined;
}

function goKind(value: unknown): string {
  // Numbers beyond those of JavaScript are not finite, for which JSON has no text.
  if (typeof value === "number") return "number";
  return jsonKind(JSON.stringify(value).charAt(0));
}

/** The frame of whoever could not read the kind; a text that is no JSON ends in it too. */
export function unreadable(message: string): UnmarshalError {
  return new UnmarshalError(`couldn't get version/kind; json parse error: ${message}`);
}
