import { isDeepStrictEqual } from "node:util";
import type { Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../../request/api-object.js";
import type { ReinvocationContext } from "../reinvocation-context.js";

/** Which mutating webhooks are called again in the second run (Go: webhookReinvokeContext). */
export class ReinvocationState {
  #lastOutput: APIObject | undefined;
  #invoked = new Set<string>();
  readonly #required = new Set<string>();

  /** Returns the state of a request. It is kept between the two runs. */
  static of({ states }: ReinvocationContext, plugin: string): ReinvocationState {
    const known = states.get(plugin);
    if (known instanceof ReinvocationState) return known;
    const state = new ReinvocationState();
    states.set(plugin, state);
    return state;
  }

  /** Reports whether a webhook is called in the second run. */
  isRequired(uid: string): boolean {
    return this.#required.has(uid);
  }

  /** Records a call of a webhook whose policy is `IfNeeded`. */
  invoked(uid: string): void {
    this.#invoked.add(uid);
  }

  /** Requires that all webhooks that were called so far are called again. */
  require(): void {
    for (const uid of this.#invoked) this.#required.add(uid);
    this.#invoked = new Set();
  }

  /** Records the object after the last webhook of a run. */
  finished(object: APIObject | undefined, scheme: Scheme): void {
    this.#lastOutput = object && scheme.copy(object);
  }

  /** Reports whether other plugins have changed the object after the last webhook. */
  hasChanged(object: APIObject | undefined): boolean {
    return !isDeepStrictEqual(this.#lastOutput, object);
  }
}
