import { orderStrings, type Position } from "../../../../engine/base/problem.js";
import { breakingProblems, type ChangeCode } from "./codes.js";
import type { RuleData } from "./constraints.js";

export type ChangeSeverity = "breaking" | "compatible" | "unknown";

/** Adds the advice for its code to a change without a hint that can be breaking. */
export function withHint(change: StateChange): StateChange {
  const hint =
    change.hint ??
    (change.severity === "compatible" ? undefined : breakingProblems.rows[`breaking/${change.code}`].hint);
  return hint === undefined ? change : { ...change, hint };
}

/** An object for which the old and the new API answer differently. */
export interface ChangeExample {
  readonly operation: "create" | "update" | "read" | "convert" | "apply";
  readonly before: unknown;
  readonly stored?: unknown;
  /** The answer of the old API; absent if the new one refuses the object. */
  readonly was?: unknown;
  /** The answer of the new API. */
  readonly after: unknown;
}

/** One difference between two states of an API. */
export interface StateChange {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
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
  readonly example?: ChangeExample;
  /** Number of objects that were tried. */
  readonly samples?: number;
}

/** Removes repeats of a change in a type that several kinds have: the first kind stays. */
export function withoutRepeats(changes: readonly StateChange[]): readonly StateChange[] {
  const byPlace = new Map<string, StateChange>();
  for (const change of changes) {
    const { file, line, column } = change.position;
    const key = JSON.stringify([change.code, change.message, file, line, column]);
    if (!byPlace.has(key)) byPlace.set(key, change);
  }
  return [...byPlace.values()];
}

/** Sorts changes by position and code. */
export function sortChanges(changes: readonly StateChange[]): readonly StateChange[] {
  return changes.toSorted(
    (a, b) =>
      orderStrings(a.position.file, b.position.file) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      orderStrings(a.code, b.code) ||
      orderStrings(a.message, b.message),
  );
}
