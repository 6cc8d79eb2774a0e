import type { Operation } from "../plugin.js";
import type { Hook } from "./hook.js";
import type { ObservedType, WebhookObserver } from "./observer.js";
import { CallError } from "./webhook-errors.js";

/**
 * Reports whether the match conditions of a webhook let it be called. Match conditions are CEL
 * expressions, which this server cannot evaluate.
 * @returns true if the webhook has no match conditions, false if its failures are ignored
 * @throws StatusError 500 for any other webhook with match conditions
 */
export function matchesConditions(
  { name, webhook: { matchConditions = [] }, ignoresFailures }: Hook,
  type: ObservedType,
  operation: Operation,
  observer: WebhookObserver,
): boolean {
  if (matchConditions.length === 0) return true;
  observer.unevaluated(name, type, operation);
  if (ignoresFailures) return false;
  throw new CallError(name, "match conditions need CEL, which this server does not have", 500).asStatus();
}
