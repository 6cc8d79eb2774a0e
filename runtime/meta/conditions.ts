import type { Condition, ConditionStatus } from "./v1/types.js";
import { timeOf } from "../values/time.js";
import type { Time } from "../values/types.js";

/** Argument of `setStatusCondition`: a condition whose transition time is optional. */
export type ConditionToSet = Omit<Condition, "lastTransitionTime"> & { lastTransitionTime?: Time };

/**
 * Sets a condition in a list (Go: meta.SetStatusCondition). Mutates the list, and an existing
 * condition of the same type. A new condition, and a condition whose status changes, get the given
 * transition time, or the current time if none is given. A condition whose status does not change
 * keeps its transition time.
 * @returns true if the list has changed
 */
export function setStatusCondition(conditions: Condition[], condition: ConditionToSet): boolean {
  const existing = findStatusCondition(conditions, condition.type);
  // An empty string is Go's zero time, and counts as an absent time.
  const lastTransitionTime = condition.lastTransitionTime || timeOf();
  if (existing === undefined) {
    conditions.push({ ...condition, lastTransitionTime });
    return true;
  }
  const isTransition = existing.status !== condition.status;
  const changed =
    isTransition ||
    existing.reason !== condition.reason ||
    existing.message !== condition.message ||
    (existing.observedGeneration ?? 0) !== (condition.observedGeneration ?? 0);
  if (!changed) return false;
  if (isTransition) existing.lastTransitionTime = lastTransitionTime;
  existing.status = condition.status;
  existing.reason = condition.reason;
  existing.message = condition.message;
  if (condition.observedGeneration === undefined) delete existing.observedGeneration;
  else existing.observedGeneration = condition.observedGeneration;
  return true;
}

/**
 * Removes the conditions of a type from a list. Mutates the list.
 * @returns true if a condition was removed
 */
export function removeStatusCondition(conditions: Condition[], type: string): boolean {
  const kept = conditions.filter((condition) => condition.type !== type);
  const removed = kept.length !== conditions.length;
  if (removed) conditions.splice(0, conditions.length, ...kept);
  return removed;
}

/** Returns the condition of a type in a list; undefined if the list has none. */
export function findStatusCondition(conditions: Condition[], type: string): Condition | undefined;
export function findStatusCondition(
  conditions: readonly Readonly<Condition>[],
  type: string,
): Readonly<Condition> | undefined;
export function findStatusCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/** Reports whether the list has a condition of the type with the status `True`. */
export function isStatusConditionTrue(conditions: readonly Readonly<Condition>[], type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, "True");
}

/** Reports whether the list has a condition of the type with the status `False`. */
export function isStatusConditionFalse(conditions: readonly Readonly<Condition>[], type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, "False");
}

/** Reports whether the list has a condition of the type with this status. */
export function isStatusConditionPresentAndEqual(
  conditions: readonly Readonly<Condition>[],
  type: string,
  status: ConditionStatus,
): boolean {
  return findStatusCondition(conditions, type)?.status === status;
}
