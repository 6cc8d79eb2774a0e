import { randomUUID } from "node:crypto";
import { validation } from "@apimachinery/runtime";

let last = 0n;

/**
 * Returns a name for a new event: the name of the object and the time in nanoseconds (Go:
 * util.GenerateEventName). If this is not a valid name, returns a random name.
 */
export function eventName(objectName: string): string {
  const now = BigInt(Date.now()) * 1_000_000n;
  // The time is increased if necessary, so that events of the same millisecond have different
  // names.
  last = now > last ? now : last + 1n;
  const name = `${objectName}.${last.toString(16)}`;
  return validation.isDNS1123Subdomain(name).length === 0 ? name : randomUUID();
}
