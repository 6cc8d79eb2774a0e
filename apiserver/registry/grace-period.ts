import { dateOf, timeOf, type ObjectMeta } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { ResultCheck } from "./strategy-function.js";

/**
 * Returns the grace period of a deletion in seconds; undefined if the object is deleted
 * immediately. `requested` is the period of the request in seconds; undefined if it has none.
 */
export type GracePeriod = (object: APIObject, requested: number | undefined) => number | undefined;

/**
 * Effect of a grace period on a deletion:
 *
 * - `none`: no grace period delays the removal of the object.
 * - `started`: the deletion begins a grace period of `seconds`, or shortens it to `seconds`.
 * - `pending`: the object is already being deleted, with the same grace period or a shorter one.
 */
export type Grace = { readonly is: "none" | "pending" } | { readonly is: "started"; readonly seconds: number };

/** Latest time that RFC 3339 can express, in milliseconds since 1970. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Prepares the metadata of an object for its deletion, in place (Go: rest.BeforeDelete).
 * @param gracePeriod undefined for a kind without graceful deletion
 * @param given grace period that the request demands, in seconds; undefined for the default
 */
export function beforeDelete(
  gracePeriod: GracePeriod | undefined,
  object: APIObject,
  given: number | undefined,
  now: Date,
): Grace {
  const { metadata } = object;
  // As in Go, a negative period is 1 second.
  const requested = given !== undefined && given < 0 ? 1 : given;
  if ((metadata.deletionGracePeriodSeconds ?? 0) < 0) metadata.deletionGracePeriodSeconds = 1;
  if (gracePeriod === undefined) return { is: "none" };
  if (metadata.deletionTimestamp !== undefined)
    return shortened(metadata, metadata.deletionTimestamp, requested, now.getTime());
  const seconds = gracePeriod(object, requested);
  if (seconds === undefined) return { is: "none" };
  metadata.deletionTimestamp = timeOf(new Date(Math.min(now.getTime() + seconds * 1000, latest)));
  metadata.deletionGracePeriodSeconds = seconds;
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1;
  return { is: "started", seconds };
}

/** Shortens a grace period that has begun. A later request cannot extend the period. */
function shortened(metadata: ObjectMeta, deletion: string, requested: number | undefined, now: number): Grace {
  const period = metadata.deletionGracePeriodSeconds ?? 0;
  // With the period 0, only finalizers or a failed removal have kept the object until now.
  if (period === 0) return { is: "none" };
  if (requested === undefined || requested >= period) return { is: "pending" };
  const next = (dateOf(deletion)?.getTime() ?? now) - (period - requested) * 1000;
  const isPast = next < now;
  metadata.deletionTimestamp = timeOf(new Date(isPast ? now : next));
  // If the shortened period is already over, it becomes 1 second, unless the request demands 0. The
  // object then stays until the program that handles its deletion sends a delete request with the
  // period 0.
  metadata.deletionGracePeriodSeconds = isPast && requested !== 0 ? 1 : requested;
  return { is: "started", seconds: requested };
}

/** Checks the result of a strategy's `gracePeriodSeconds`. */
export const secondsOfGrace: ResultCheck = (result) =>
  result === undefined || (Number.isSafeInteger(result) && Number(result) >= 0)
    ? undefined
    : "a whole number of seconds, or undefined to delete the object at once";
