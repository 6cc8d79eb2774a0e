import { orderStrings, type Position } from "../../../../engine/base/problem.js";
import { breakingProblems, type ChangeCode } from "./codes.js";
import type { APIKind } from "./api.js";
import type { RuleData } from "./constraints.js";

export type ChangeSeverity = "breaking" | "compatible" | "unknown";

/** Adds the hint of the change's code to a change that has no hint and can be breaking. */
export function withHint(change: StateChange): StateChange {
  const hint =
    change.hint ??
    (change.severity === "compatible" ? undefined : breakingProblems.rows[`breaking/${change.code}`].hint);
  return hint === undefined ? change : { ...change, hint };
}

/** An object for which the old and the new API respond differently. */
export interface ChangeExample {
  readonly operation: "create" | "update" | "read" | "convert" | "apply";
  readonly before: unknown;
  readonly stored?: unknown;
  /** Result in the old API. Absent if the new API refuses the object, except for `apply`. */
  readonly was?: unknown;
  /** Result in the new API. */
  readonly after: unknown;
}

/** One difference between two states of an API. */
export interface StateChange {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  readonly group: string;
  /**
   * Version and kind, such as `v1.Pizza`; only the name of the version for a change of a version.
   */
  readonly kind: string;
  /** Field path, such as `spec.toppings[].name`; empty for a change of the kind itself. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  readonly position: Position;
  /**
   * `HandWrittenCode.type` of the changed function: `PizzaSpec`, `PizzaSpec_Size`. Absent if no
   * function was changed.
   */
  readonly functionOf?: string;
  /** The new rule that causes the change. Absent if the change is not caused by one rule. */
  readonly rule?: RuleData;
  readonly example?: ChangeExample;
  /** Number of objects that were tested. Absent unless the effect of the change is unknown. */
  readonly samples?: number;
}

/**
 * Removes repeated changes of a type that several kinds use. Keeps the change of the first kind.
 */
export function withoutRepeats(changes: readonly StateChange[]): readonly StateChange[] {
  const byPlace = new Map<string, StateChange>();
  for (const change of changes) {
    const { file, line, column } = change.position;
    const key = JSON.stringify([change.code, change.message, file, line, column]);
    if (!byPlace.has(key)) byPlace.set(key, change);
  }
  return [...byPlace.values()];
}

/** Sorts changes by position, code and message. */
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

/** Returns the name of a kind in changes: `v1.Pizza`. */
export function nameOfKind({ version, name }: Pick<APIKind, "version" | "name">): string {
  return `${version}.${name}`;
}

/** Reports whether two kinds are versions of the same kind. */
export function isSameKind(a: Pick<APIKind, "group" | "name">, b: Pick<APIKind, "group" | "name">): boolean {
  return a.group === b.group && a.name === b.name;
}

/** The properties of a change that differ between the changes of a kind. */
type OwnPart = Pick<StateChange, "code" | "severity" | "message"> & Partial<StateChange>;

/** Returns a change of a kind itself, or with `path` of one of its fields. */
export function changeOfKind(kind: APIKind, change: OwnPart): StateChange {
  return { group: kind.group, kind: nameOfKind(kind), path: "", position: kind.position, ...change };
}
