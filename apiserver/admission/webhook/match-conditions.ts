import type { Authorizer } from "../../request/authorizer.js";
import type { Logger } from "../../logging/logger.js";
import { newForbidden } from "../../errors/index.js";
import type { Attributes } from "../plugin.js";
import type { VersionedStrings } from "./admission-review.js";
import type { Invocation } from "./invocation.js";
import type { ObservedType, WebhookObserver } from "./observer.js";

/** Parts of a webhook plugin for the evaluation of match conditions. */
export interface ConditionTools {
  readonly authorizers: readonly Authorizer[];
  readonly observer: WebhookObserver;
  readonly log: Logger;
}

/**
 * Reports whether a webhook is called according to its match conditions. If the conditions cannot
 * be evaluated and failures of the webhook are ignored, the webhook is not called.
 * @param type type of the webhook in metrics
 * @param texts returns the objects in the version of the webhook
 * @throws StatusError 403 if conditions cannot be evaluated, unless failures of the webhook are
 * ignored
 */
export async function matchesConditions(
  { authorizers, observer, log }: ConditionTools,
  { hook, kind }: Invocation,
  attributes: Attributes,
  type: ObservedType,
  texts: () => VersionedStrings,
): Promise<boolean> {
  const { matchConditions = [] } = hook.webhook;
  if (matchConditions.length === 0) return true;
  const { operation, resource, name } = attributes;
  const start = performance.now();
  // The CEL library is loaded only when it is needed, because most webhooks have no match
  // conditions.
  const { resultFor } = await import("./evaluate-conditions.js");
  const { matches, failures } = await resultFor(matchConditions, { attributes, kind, texts, authorizers });
  observer.evaluated(hook.name, type, operation, (performance.now() - start) / 1000);
  for (let count = 0; count < failures; count++) observer.unevaluated(hook.name, type, operation);
  if (matches instanceof Error && !hook.ignoresFailures) {
    log(`Failed evaluating match conditions, failing closed ${hook.name}`, matches);
    throw newForbidden({ group: resource.group, name: resource.resource }, name, matches.message);
  }
  if (matches !== true) observer.excluded(hook.name, type, operation);
  return matches === true;
}
