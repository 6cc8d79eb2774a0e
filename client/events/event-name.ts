import { randomUUID } from "node:crypto";
import { validation } from "@apimachinery/runtime";

let last = 0n;

/**
 * Returns the name of a new event: the name of the object and the time in nanoseconds (Go:
 * util.GenerateEventName). If that is not a valid name, the event has a random name.
 */
export function eventName(objectName: string): string {
  const now = BigInt(Date.now()) * 1_000_000n;
  // Events of the same millisecond have different names.
  last = now > last ? now : last + 1n;
  const name = `${objectName}.${last.toString(16)}`;
  return validation.isDNS1123Subdomain(name).length === 0 ? name : randomUUID();
}
