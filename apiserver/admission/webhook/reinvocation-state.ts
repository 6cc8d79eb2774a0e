import { isDeepStrictEqual } from "node:util";
import type { Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../../request/api-object.js";
import type { ReinvocationContext } from "../reinvocation-context.js";

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
