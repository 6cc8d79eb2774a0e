import { compareText, type Position } from "../../../../engine/base/problem.js";
import type { RuleData } from "./constraints.js";

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

/** The codes of changes, and what each affects. */
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

/** The meaning of each code. docs/problems.md is generated from it. */
export const meanings: { readonly [code in ChangeCode]: string } = {
  "removed-field": "a property was removed",
  "renamed-json-key": "a property has another name; +k8s:conversion-gen:rename names the old one",
  "removed-kind": "a kind is not served any more",
  "removed-version": "a version is not served any more",
  "removed-enum-member": "a value of an enumeration, or a member of a union, is gone",
  "added-enum-member": "compatible; clients need a case for values that they do not know",
  "changed-type": "compatible if the new type has all values of the old one: int32 to int64",
  "optional-to-required": "objects without the property are refused",
  "new-required-field": "objects without the property are refused",
  "changed-default": "an absent or zero value is read differently; a default that is added changes absent values, too",
  "removed-default": "an absent or zero value is read differently",
  "tightened-rule": "a rule refuses values that were allowed",
  "changed-list-type": "server-side apply merges in another way, or equal items are refused",
  "changed-map-type": "server-side apply merges in another way",
  "changed-map-key": "server-side apply merges in another way, or equal items are refused",
  "changed-scope": "requests need another path",
  "renamed-resource": "requests or kubectl need another name",
  "removed-short-name": "kubectl needs another name",
  "removed-subresource": "requests of the subresource are refused",
  "added-subresource": "with a new status, writes of the main resource lose the status; a new scale is compatible",
  "changed-column": "compatible; a column of tables",
  "changed-protobuf-number": "stored objects and clients have the old number",
  "lost-in-conversion": "a round trip loses a property and did not before",
  "changed-storage-version": "compatible if both versions stay, and the conversion loses nothing",
  "dropped-too-early": "a stable version stays for ever, a beta version for three minor releases after its deprecation",
};

/** The advice for changes whose comparison knows no better one. */
export const hints: { readonly [code in ChangeCode]?: string } = {
  "removed-enum-member": "keep the value in this version, and leave it out of a new version",
  "changed-type": "keep the type in this version, and change it in a new version",
  "optional-to-required": "keep the property optional in this version",
  "changed-default": "keep the default in this version: objects without the value rely on it",
  "removed-default": "keep the default in this version: objects without the value rely on it",
  "tightened-rule": "keep the old rule in this version, and state the new one in a new version",
  "changed-list-type": "keep the list type in this version, and change it in a new version",
  "changed-map-type": "keep the map type in this version, and change it in a new version",
  "changed-map-key": "keep the keys in this version, and change them in a new version",
  "changed-scope": "keep the scope, or give the new kind another name",
  "renamed-resource": "keep the name: +kubebuilder:resource:path=<name>",
  "removed-short-name": "keep the short name: +kubebuilder:resource:shortName=<name>",
  "removed-subresource": "keep the subresource in this version",
  "lost-in-conversion": "compare the results of the function before and after the change",
};

/** Adds the advice for its code to a change without a hint that can be breaking. */
export function withHint(change: Change): Change {
  const hint = change.hint ?? (change.severity === "compatible" ? undefined : hints[change.code]);
  return hint === undefined ? change : { ...change, hint };
}

/** An object for which the old and the new API answer differently. */
export interface Example {
  readonly operation: "create" | "update" | "read" | "convert" | "apply";
  readonly before: unknown;
  readonly stored?: unknown;
  /** The answer of the old API; absent if the new one refuses the object. */
  readonly was?: unknown;
  /** The answer of the new API. */
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
  /** The type whose hand-written function was changed; it can end in a property. */
  readonly functionOf?: string;
  /** The new rule, if the change is one rule. */
  readonly rule?: RuleData;
  readonly example?: Example;
  /** Number of objects that were tried. */
  readonly samples?: number;
}

/** Removes repeats of a change in a type that several kinds have: the first kind stays. */
export function withoutRepeats(changes: readonly Change[]): readonly Change[] {
  const byPlace = new Map<string, Change>();
  for (const change of changes) {
    const { file, line, column } = change.position;
    const key = JSON.stringify([change.code, change.message, file, line, column]);
    if (!byPlace.has(key)) byPlace.set(key, change);
  }
  return [...byPlace.values()];
}

/** Sorts changes by position and code. */
export function sortChanges(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted(
    (a, b) =>
      compareText(a.position.file, b.position.file) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}
