import type { APIObject } from "../request/api-object.js";
import { strategyFunction, type ResultCheck } from "./strategy-function.js";
import type { Strategy } from "./strategy.js";

/** Maximum time to live in seconds. etcd refuses longer leases. */
const longest = 9_000_000_000;

const expected = `an integer from 1 to ${longest}: the number of seconds after which an object is deleted`;

/**
 * Returns a function that returns the time to live of an object in seconds; 0 if it has none.
 * @param given strategy of the application
 * @param kind name of the kind, for messages
 * @throws Error if `ttl` of the strategy is an invalid number
 */
export function timeToLive(given: Strategy<APIObject>, kind: string): (object: APIObject) => number {
  const { ttl } = given;
  if (ttl === undefined) return () => 0;
  if (typeof ttl === "function") return strategyFunction(`ttl of ${kind}`, ttl.bind(given), secondsOrNone);
  if (!isSeconds(ttl)) throw new Error(`the strategy of ${kind} has the ttl ${shown(ttl)}: set ${expected}`);
  return () => ttl;
}

const secondsOrNone: ResultCheck = (result) =>
  result === 0 || isSeconds(result) ? undefined : `${expected}, or 0 for an object that stays`;

function isSeconds(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= longest;
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
