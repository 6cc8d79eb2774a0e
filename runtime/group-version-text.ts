import type { GroupVersion, GroupVersionKind } from "./group-version.js";

/** The version of a hub: an API server's own form of a group's kinds, never on the wire. */
export const APIVersionInternal = "__internal";

/**
 * Group and version as `apiVersion` writes them: `apps/v1`, `v1` in the core group. Go's
 * GroupVersion.String.
 */
export function groupVersionString(gv: GroupVersion): string {
  return gv.group === "" ? gv.version : `${gv.group}/${gv.version}`;
}

/**
 * Reads what `apiVersion` holds; empty text and `/` are the empty group version. Go's
 * schema.ParseGroupVersion.
 * @throws Error `unexpected GroupVersion string: …` on more than one slash
 */
export function parseGroupVersion(text: string): GroupVersion {
  if (text === "" || text === "/") return { group: "", version: "" };
  const slash = text.indexOf("/");
  if (slash < 0) return { group: "", version: text };
  if (text.indexOf("/", slash + 1) >= 0) throw new Error(`unexpected GroupVersion string: ${text}`);
  return { group: text.slice(0, slash), version: text.slice(slash + 1) };
}

/** As Go prints a kind in messages: `apps/v1, Kind=Deployment`. */
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
