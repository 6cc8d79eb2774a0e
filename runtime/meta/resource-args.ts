import type { GroupKind, GroupResource, GroupVersionKind, GroupVersionResource } from "./v1/group-version.js";

/**
 * Parses a resource name that can contain a group: `pizzas.restaurant.example`. Without a dot, the
 * resource belongs to the core group (Go: schema.ParseGroupResource).
 */
export function parseGroupResource(text: string): GroupResource {
  const { head, rest } = atDot(text);
  return { group: rest, resource: head };
}

/**
 * Parses a kind name that can contain a group: `Pizza.restaurant.example`. Without a dot, the kind
 * belongs to the core group (Go: schema.ParseGroupKind).
 */
export function parseGroupKind(text: string): GroupKind {
  const { head, rest } = atDot(text);
  return { group: rest, kind: head };
}

/**
 * Parses a resource name that can contain a version and a group: `pizzas.v1.restaurant.example`.
 * Returns two interpretations, one with and one without a version. `withVersion` is absent if the
 * name has fewer than two dots. The caller chooses the interpretation whose group exists (Go:
 * schema.ParseResourceArg).
 */
export function parseResourceArg(text: string): {
  readonly withVersion?: GroupVersionResource;
  readonly withoutVersion: GroupResource;
} {
  const parts = threeParts(text);
  const withoutVersion = parseGroupResource(text);
  if (parts === undefined) return { withoutVersion };
  const { head, version, group } = parts;
  return { withVersion: { group, version, resource: head }, withoutVersion };
}

/**
 * Parses a kind name that can contain a version and a group, as `parseResourceArg` parses a
 * resource name (Go: schema.ParseKindArg).
 */
export function parseKindArg(text: string): {
  readonly withVersion?: GroupVersionKind;
  readonly withoutVersion: GroupKind;
} {
  const parts = threeParts(text);
  const withoutVersion = parseGroupKind(text);
  if (parts === undefined) return { withoutVersion };
  const { head, version, group } = parts;
  return { withVersion: { group, version, kind: head }, withoutVersion };
}

function atDot(text: string): { readonly head: string; readonly rest: string } {
  const dot = text.indexOf(".");
  return dot < 0 ? { head: text, rest: "" } : { head: text.slice(0, dot), rest: text.slice(dot + 1) };
}

function threeParts(
  text: string,
): { readonly head: string; readonly version: string; readonly group: string } | undefined {
  const { head, rest } = atDot(text);
  if (!rest.includes(".")) return undefined;
  const { head: version, rest: group } = atDot(rest);
  return { head, version, group };
}
