import type { Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import { strategyFunction, type ResultCheck } from "./strategy-function.js";
import type { HookStrategy } from "./strategy.js";

/** A hook of a strategy. It gets a copy of the object. */
type Hook = (context: RequestContext, object: APIObject) => void | Promise<void>;

/** The hooks of a strategy. All are undefined for most kinds. */
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
 * Returns the hooks of a strategy. Their errors contain their names.
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
 * Returns the object for the response to a write, after a hook has run. A dry run writes nothing,
 * so it calls only `decorate`.
 * @param object shared with caches, so it is not changed
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

/** Returns the function that decorates a copy of an object; undefined if objects stay as stored. */
export function decoratorOf(scheme: Scheme, { decorate }: Hooks): ((object: APIObject) => APIObject) | undefined {
  if (decorate === undefined) return undefined;
  return (object) => {
    const copy = scheme.copy(object);
    decorate(copy);
    return copy;
  };
}
