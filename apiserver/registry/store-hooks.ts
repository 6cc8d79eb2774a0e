import type { Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import { strategyFunction, type ResultCheck } from "./strategy-function.js";
import type { HookStrategy } from "./strategy.js";

/** A hook of a strategy. `object` is a copy. */
type Hook = (context: RequestContext, object: APIObject) => void | Promise<void>;

/** Hooks of a strategy. A hook is undefined if the strategy does not have it. */
export interface Hooks {
  readonly decorate: ((object: APIObject) => void) | undefined;
  readonly afterCreate: Hook | undefined;
  readonly afterUpdate: Hook | undefined;
  readonly afterDelete: Hook | undefined;
}

const nothingOrPromise: ResultCheck = (result) =>
  result === undefined || result instanceof Promise ? undefined : "nothing, or a promise of nothing";

const nothing: ResultCheck = (result) =>
  result === undefined ? undefined : "nothing, because it changes the object in place";

/**
 * Returns the hooks of a strategy, wrapped so that their errors contain the name of the hook.
 * @param kind name of the kind, for messages
 */
export function strategyHooks(given: HookStrategy<APIObject>, kind: string): Hooks {
  const bound = (name: "afterCreate" | "afterUpdate" | "afterDelete"): Hook | undefined => {
    const hook = given[name]?.bind(given);
    if (hook === undefined) return undefined;
    const called = strategyFunction(`${name} of ${kind}`, hook, nothingOrPromise);
    return async (context, object) => {
      await called(context, object);
    };
  };
  return {
    decorate: given.decorate && strategyFunction(`decorate of ${kind}`, given.decorate.bind(given), nothing),
    afterCreate: bound("afterCreate"),
    afterUpdate: bound("afterUpdate"),
    afterDelete: bound("afterDelete"),
  };
}

/**
 * Runs a hook after a write, and returns the decorated object for the response. In a dry run, the
 * hook is skipped, because nothing was written.
 * @param object is not changed, because caches share it
 */
export async function afterWrite(
  scheme: Scheme,
  { decorate }: Hooks,
  hook: Hook | undefined,
  context: RequestContext,
  object: APIObject,
): Promise<APIObject> {
  const called = context.isDryRun ? undefined : hook;
  if (called === undefined && decorate === undefined) return object;
  const copy = scheme.copy(object);
  await called?.(context, copy);
  decorate?.(copy);
  return copy;
}

/**
 * Returns a function that returns a decorated copy of an object; undefined if the strategy does not
 * decorate objects.
 */
export function decoratorOf(scheme: Scheme, { decorate }: Hooks): ((object: APIObject) => APIObject) | undefined {
  if (decorate === undefined) return undefined;
  return (object) => {
    const copy = scheme.copy(object);
    decorate(copy);
    return copy;
  };
}
