import { newInternalError } from "../../errors/index.js";
import type { ClusterNamespaces } from "../cluster-namespaces.js";
import type { Authorizer } from "../../request/authorizer.js";
import type { AdmissionPlugin, Attributes } from "../plugin.js";
import { requireSynced } from "../ready.js";
import type { VersionedStrings } from "./admission-review.js";
import { callHook, type Caller } from "./call-hook.js";
import { isExempt } from "./exempt.js";
import type { HookSource } from "./hook-source.js";
import { invocationOf, type Invocation } from "./invocation.js";
import { matchesConditions } from "./match-conditions.js";
import { observedCall } from "./observed-call.js";
import type { WebhookObserver } from "./observer.js";
import { requireTime } from "./require-time.js";
import { versionedJSON } from "./versioned-codec.js";
import { orThrow } from "../../util/or-throw.js";

export const validatingWebhookName = "ValidatingAdmissionWebhook";

/** Objects that both webhook plugins need. */
export interface WebhookTools extends Caller {
  readonly source: Pick<HookSource, "hooks" | "hasSynced">;
  readonly namespaces: Pick<ClusterNamespaces, "cached" | "read" | "hasSynced">;
  readonly observer: WebhookObserver;
  /** Authorizers of the server, for access checks in match conditions. */
  readonly authorizers: readonly Authorizer[];
}

/**
 * Returns the plugin ValidatingAdmissionWebhook. It calls in parallel all webhooks that select a
 * request.
 */
export function validatingWebhooks(tools: WebhookTools): AdmissionPlugin {
  return {
    name: validatingWebhookName,
    handles: () => true,
    validate: async (attributes) => {
      if (isExempt(attributes)) return;
      await requireSynced(attributes, tools.source, tools.namespaces);
      const calls = await callsFor(tools, attributes);
      if (calls.length === 0) return;
      requireTime(attributes);
      const errors: unknown[] = [];
      const all = calls.map(async (call, index) => {
        try {
          await callOne(tools, call, attributes, index);
        } catch (error) {
          errors.push(error);
        }
      });
      await Promise.all(all);
      // As in Go, the first error is sent to the client. The other errors are logged.
      const [first, ...others] = errors;
      for (const error of others) tools.log("another validating webhook refused the same request", error);
      if (errors.length > 0) throw first;
    },
  };
}

/** A call of a validating webhook, with the objects in the version of the webhook. */
interface Call extends Invocation {
  readonly texts: VersionedStrings;
}

async function callsFor(tools: WebhookTools, attributes: Attributes): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const known = new Map<string, VersionedStrings>();
  for (const hook of tools.source.hooks()) {
    const invocation = await invocationOf(hook, attributes, attributes.object, tools.namespaces);
    if (invocation === undefined) continue;
    const { group, version, kind } = invocation.kind;
    const key = `${group}/${version}/${kind}`;
    const texts = (): VersionedStrings => {
      const found = known.get(key) ?? textsOf(invocation, attributes);
      known.set(key, found);
      return found;
    };
    if (!(await matchesConditions(tools, invocation, attributes, "validating", texts))) continue;
    calls.push({ ...invocation, texts: texts() });
  }
  return calls;
}

function textsOf({ kind }: Invocation, { object, oldObject, interfaces }: Attributes): VersionedStrings {
  return orThrow(
    () => ({
      object: object && versionedJSON(interfaces.scheme, object, kind),
      oldObject: oldObject && versionedJSON(interfaces.scheme, oldObject, kind),
    }),
    newInternalError,
  );
}

async function callOne(tools: WebhookTools, call: Call, attributes: Attributes, index: number): Promise<void> {
  const { hook, texts } = call;
  await observedCall(
    tools,
    { hook, type: "validating", operation: attributes.operation },
    () => callHook(tools, call, attributes, texts),
    () => {
      attributes.annotate(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, hook.name);
    },
  );
}
