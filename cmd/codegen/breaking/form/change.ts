import { compareText, type Position } from "../../../../engine/problem.js";

export type Severity = "breaking" | "compatible" | "unknown";

/** What a change affects. */
export type ChangeClass =
  | "wire"
  | "stored"
  | "validation"
  | "defaults"
  | "ownership"
  | "client"
  | "conversion"
  | "policy";

/** The codes of changes, and what each affects. docs/breaking.md explains them. */
export const codes = {
  "removed-field": "wire",
  "renamed-json-key": "wire",
  "removed-kind": "wire",
  "removed-version": "wire",
  "removed-enum-member": "validation",
  "added-enum-member": "client",
  "changed-type": "wire",
  "optional-to-required": "validation",
  "new-required-field": "validation",
  "changed-default": "defaults",
  "removed-default": "defaults",
  "tightened-rule": "validation",
  "changed-list-type": "ownership",
  "changed-map-type": "ownership",
  "changed-map-key": "ownership",
  "changed-scope": "wire",
  "renamed-resource": "wire",
  "removed-short-name": "client",
  "removed-subresource": "wire",
  "added-subresource": "wire",
  "changed-column": "client",
  "changed-protobuf-number": "stored",
  "lost-in-conversion": "conversion",
  "changed-storage-version": "stored",
  "dropped-too-early": "policy",
} as const satisfies { readonly [code: string]: ChangeClass };

export type ChangeCode = keyof typeof codes;

/** An object for which the old and the new API answer differently. */
export interface Example {
  readonly operation: "create" | "update" | "read" | "convert" | "apply";
  readonly before: unknown;
  readonly stored?: unknown;
  readonly after: unknown;
}

/** One difference between two states of an API. */
export interface Change {
  readonly code: ChangeCode;
  readonly severity: Severity;
  readonly group: string;
  /** `v1.Pizza`; for a version, its name. */
  readonly kind: string;
  /** `spec.toppings[].name`; empty for the kind itself. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  readonly position: Position;
  readonly example?: Example;
  /** Number of objects that were tried. */
  readonly samples?: number;
}

/** Sorts changes by position and code, and removes repeats of a change in a shared type. */
export function sortChanges(changes: readonly Change[]): readonly Change[] {
  const byPlace = new Map<string, Change>();
  for (const change of changes) {
    const { file, line, column } = change.position;
    const key = JSON.stringify([change.code, change.message, file, line, column]);
    if (!byPlace.has(key)) byPlace.set(key, change);
  }
  return [...byPlace.values()].sort(
    (a, b) =>
      compareText(a.position.file, b.position.file) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}
