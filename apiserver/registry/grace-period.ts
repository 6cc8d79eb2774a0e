import { dateOf, timeOf, type ObjectMeta } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { ResultCheck } from "./strategy-function.js";

/** Returns the grace period of a deletion in seconds; undefined to delete the object at once. */
export type GracePeriod = (object: APIObject, requested: number | undefined) => number | undefined;

/**
 * Effect of the grace period of an object on its deletion:
 *
 * - `none`: only finalizers delay the removal of the object.
 * - `started`: the deletion begins or shortens a grace period of `seconds`.
 * - `pending`: the object is already being deleted, and no later than the request demands.
 */
export type Grace = { readonly is: "none" | "pending" } | { readonly is: "started"; readonly seconds: number };

/** The latest time that can be written in RFC 3339, in milliseconds. */
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

/** Shortens a grace period that has begun. A request cannot make it longer. */
function shortened(metadata: ObjectMeta, deletion: string, requested: number | undefined, now: number): Grace {
  const period = metadata.deletionGracePeriodSeconds ?? 0;
  // An object without a grace period should be gone already: its earlier deletion has failed.
  if (period === 0) return { is: "none" };
  if (requested === undefined || requested >= period) return { is: "pending" };
  const next = (dateOf(deletion)?.getTime() ?? now) - (period - requested) * 1000;
  const isPast = next < now;
  metadata.deletionTimestamp = timeOf(new Date(isPast ? now : next));
  // A period that has passed becomes the shortest one: the object remains until the program that
  // ends it sends a delete request with the period 0.
  metadata.deletionGracePeriodSeconds = isPast && requested !== 0 ? 1 : requested;
  return { is: "started", seconds: requested };
}

/** Checks the result of a strategy's `gracePeriodSeconds`. */
export const secondsOfGrace: ResultCheck = (result) =>
  result === undefined || (Number.isSafeInteger(result) && Number(result) >= 0)
    ? undefined
    : "a whole number of seconds, or undefined to delete the object at once";
