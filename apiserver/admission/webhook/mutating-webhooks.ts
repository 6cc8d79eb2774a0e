import { decodeJSON, goQuote, type JSONValue, type Schema, jsonText, type Scheme } from "@apimachinery/runtime";
import { newInternalError } from "../../errors/index.js";
import { checkJSONDepth } from "../../util/nesting.js";
import type { AdmissionPlugin, Attributes } from "../plugin.js";
import { requireSynced } from "../ready.js";
import type { VersionedStrings } from "./admission-review.js";
import { callHook } from "./call-hook.js";
import { isExempt } from "./exempt.js";
import { invocationOf, type Invocation } from "./invocation.js";
import { matchesConditions } from "./match-conditions.js";
import { MutatedObject } from "./mutated-object.js";
import { observedCall } from "./observed-call.js";
import { requireTime } from "./require-time.js";
import type { ReviewResponse } from "./review-response.js";
import type { WebhookTools } from "./validating-webhooks.js";
import { CallError } from "./webhook-errors.js";
import type { Hook } from "./hook.js";
import { isDeepStrictEqual } from "node:util";
import type { APIObject } from "../../request/api-object.js";
import type { ReinvocationContext } from "../reinvocation-context.js";

export const mutatingWebhookName = "MutatingAdmissionWebhook";

/**
 * Returns the plugin MutatingAdmissionWebhook. It calls webhooks one after the other. Each webhook
 * receives the object with the changes of the webhooks before it.
 */
export function mutatingWebhooks(tools: WebhookTools): AdmissionPlugin {
  return {
    name: mutatingWebhookName,
    handles: () => true,
    admit: async (attributes) => {
      if (isExempt(attributes)) return;
      await requireSynced(attributes, tools.source, tools.namespaces);
      if (tools.source.hooks().length > 0) await callAll(tools, attributes);
    },
  };
}

async function callAll(tools: WebhookTools, attributes: Attributes): Promise<void> {
  const { reinvocation } = attributes;
  const state = ReinvocationState.of(reinvocation, mutatingWebhookName);
  // If another plugin has changed the object since the first run, all reinvocable webhooks that
  // were called in the first run are called again.
  if (reinvocation.isSecondRun && state.hasChanged(attributes.object)) state.require();
  const object = new MutatedObject(attributes);
  try {
    for (const [index, hook] of tools.source.hooks().entries()) {
      const invocation = await invocationOf(hook, attributes, object.current, tools.namespaces);
      if (invocation === undefined) continue;
      const texts = (): VersionedStrings => object.texts(invocation.kind);
      if (!(await matchesConditions(tools, invocation, attributes, "admit", texts))) continue;
      // In the second run, only webhooks that must be called again are called.
      if (reinvocation.isSecondRun && !state.isRequired(hook.uid)) continue;
      await callOne(tools, { ...invocation, index, object, state }, attributes);
    }
    object.finish();
  } finally {
    state.finished(attributes.object, attributes.interfaces.scheme);
  }
}

/** A call of a mutating webhook, with the object and the state that the call changes. */
interface Call extends Invocation {
  /** Index of the webhook in the list of all webhooks. */
  readonly index: number;
  readonly object: MutatedObject;
  readonly state: ReinvocationState;
}

/**
 * Calls a webhook, and records if other webhooks must be called again.
 * @throws StatusError if the webhook refuses the request, or if the call fails and failures are not
 *   ignored
 */
async function callOne(tools: WebhookTools, call: Call, attributes: Attributes): Promise<void> {
  const { hook, index, state } = call;
  const { operation, reinvocation } = attributes;
  const annotations = mutationAnnotations(attributes, hook, reinvocation.isSecondRun ? 1 : 0, index);
  const isChanged = await observedCall(
    tools,
    { hook, type: "admit", operation },
    () => changedBy(tools, call, attributes, annotations),
    () => {
      annotations.failedOpen();
      requireTime(attributes);
    },
  );
  if (isChanged === true) {
    state.require();
    reinvocation.isRequired = true;
  }
  if (hook.isReinvocable) state.invoked(hook.uid);
}

/** Calls a webhook and applies its patch. Returns true if the patch has changed the object. */
async function changedBy(
  tools: WebhookTools,
  call: Call,
  attributes: Attributes,
  annotations: MutationAnnotations,
): Promise<boolean> {
  let isChanged = false;
  try {
    const response = await callHook(tools, call, attributes, call.object.texts(call.kind));
    const operations = operationsOf(call, response);
    if (operations.length === 0) return false;
    requirePatchable(call, attributes, response);
    isChanged = call.object.patch(call.kind, operations);
    annotations.patched(operations);
    return isChanged;
  } finally {
    annotations.mutated(isChanged);
  }
}

const patchSchema: Schema<JSONValue[]> = {
  name: "jsonpatch.Patch",
  value: { type: "list", items: { type: "any" } },
};

function operationsOf({ hook }: Call, { patch }: ReviewResponse): readonly JSONValue[] {
  if (patch === "") return [];
  try {
    checkJSONDepth(patch);
    return decodeJSON(patchSchema, patch, "ignore", "bigint").value;
  } catch (error) {
    const why = `received undecodable patch in webhook response: ${(error as Error).message}`;
    throw new CallError(hook.name, why, 503);
  }
}

function requirePatchable({ hook }: Call, { object }: Attributes, { patchType }: ReviewResponse): void {
  if (object === undefined)
    throw newInternalError(
      `admission webhook ${goQuote(hook.name)} attempted to modify the object, which is not supported for this operation`,
    );
  if (patchType !== "JSONPatch") throw new CallError(hook.name, `unsupported patch type ${goQuote(patchType)}`, 400);
}

/** Functions that add audit annotations about one call of a mutating webhook. */
interface MutationAnnotations {
  /** Records whether the webhook has changed the object. */
  mutated(isChanged: boolean): void;
  /** Records the patch. Only audit events of the level `Request` and above contain it. */
  patched(patch: readonly JSONValue[]): void;
  /**
   * Records that the webhook could not be called, and that the request continues because of the
   * failure policy `Ignore`.
   */
  failedOpen(): void;
}

/**
 * Returns the functions for one call.
 * @param round 0 for the first run of the plugins, 1 for the second run
 * @param index index of the webhook in the list of all webhooks
 */
function mutationAnnotations(
  { annotate }: Attributes,
  { configuration, name: webhook }: Hook,
  round: number,
  index: number,
): MutationAnnotations {
  const place = `round_${round}_index_${index}`;
  return {
    mutated: (mutated) => {
      annotate(`mutation.webhook.admission.k8s.io/${place}`, jsonText({ configuration, webhook, mutated }));
    },
    patched: (patch) => {
      const value = jsonText({ configuration, webhook, patch: patch.map(sorted), patchType: "JSONPatch" });
      annotate(`patch.webhook.admission.k8s.io/${place}`, value, "Request");
    },
    failedOpen: () => {
      annotate(`failed-open.mutation.webhook.admission.k8s.io/${place}`, webhook);
    },
  };
}

/** Returns a patch operation with sorted keys, because Go encodes maps with sorted keys. */
function sorted(operation: JSONValue): JSONValue {
  if (typeof operation !== "object" || operation === null || Array.isArray(operation)) return operation;
  return Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * State of one request that determines which mutating webhooks are called again in the second run
 * (Go: webhookReinvokeContext).
 */
export class ReinvocationState {
  #lastOutput: APIObject | undefined;
  #invoked = new Set<string>();
  readonly #required = new Set<string>();

  /** Returns the state of a request. Both runs get the same object. */
  static of({ states }: ReinvocationContext, plugin: string): ReinvocationState {
    const known = states.get(plugin);
    if (known instanceof ReinvocationState) return known;
    const state = new ReinvocationState();
    states.set(plugin, state);
    return state;
  }

  /** Reports whether a webhook must be called again in the second run. */
  isRequired(uid: string): boolean {
    return this.#required.has(uid);
  }

  /** Records a call of a webhook whose reinvocation policy is `IfNeeded`. */
  invoked(uid: string): void {
    this.#invoked.add(uid);
  }

  /** Marks all recorded webhooks, so that they are called again in the second run. */
  require(): void {
    for (const uid of this.#invoked) this.#required.add(uid);
    this.#invoked = new Set();
  }

  /** Records a copy of the object at the end of a run of the webhooks. */
  finished(object: APIObject | undefined, scheme: Scheme): void {
    this.#lastOutput = object && scheme.copy(object);
  }

  /** Reports whether other plugins have changed the object since the last run of the webhooks. */
  hasChanged(object: APIObject | undefined): boolean {
    return !isDeepStrictEqual(this.#lastOutput, object);
  }
}
