import type { GroupVersion, GroupVersionKind } from "./v1/group-version.js";

/**
 * Version name of the hub, the internal form in which an API server processes objects. The name
 * never appears in JSON.
 */
export const APIVersionInternal = "__internal";

/**
 * Returns the `apiVersion` of a group and version, such as `apps/v1`, or `v1` for the core group
 * (Go: GroupVersion.String).
 */
export function groupVersionString(gv: GroupVersion): string {
  return gv.group === "" ? gv.version : `${gv.group}/${gv.version}`;
}

/**
 * Parses an `apiVersion`. For an empty string or `/`, group and version are empty (Go:
 * schema.ParseGroupVersion).
 * @throws Error `unexpected GroupVersion string: …` for more than one slash
 */
export function parseGroupVersion(text: string): GroupVersion {
  if (text === "" || text === "/") return { group: "", version: "" };
  const slash = text.indexOf("/");
  if (slash < 0) return { group: "", version: text };
  if (text.indexOf("/", slash + 1) >= 0) throw new Error(`unexpected GroupVersion string: ${text}`);
  return { group: text.slice(0, slash), version: text.slice(slash + 1) };
}

/** Returns a kind as Go prints it in messages: `apps/v1, Kind=Deployment`. */
export function groupVersionKindString(gvk: GroupVersionKind): string {
  return `${gvk.group}/${gvk.version}, Kind=${gvk.kind}`;
}

export function withKind(gv: GroupVersion, kind: string): GroupVersionKind {
  return { group: gv.group, version: gv.version, kind };
}

export function sameGroupVersion(a: GroupVersion, b: GroupVersion): boolean {
  return a.group === b.group && a.version === b.version;
}

export function sameGroupVersionKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return sameGroupVersion(a, b) && a.kind === b.kind;
}
