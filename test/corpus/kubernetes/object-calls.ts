import type { RuntimeObject, Scheme } from "@apimachinery/runtime";
import type { CallError } from "../validation-gen/calls.js";

/** Recorded validation of a test object in Go, and the errors that it returned. */
export interface ObjectCall {
  readonly apiVersion: string;
  readonly kind: string;
  readonly update?: true;
  readonly options?: readonly string[];
  readonly subresources?: readonly string[];
  /** Changes of the test object. */
  readonly changes?: readonly Change[];
  /** Changes of the test object before the update. */
  readonly old?: readonly Change[];
  readonly errors: readonly CallError[];
}

/** Replaces the value at a path. Without a value, it removes the entry or the item. */
interface Change {
  readonly path: readonly [string, ...(string | number)[]];
  readonly value?: unknown;
}

type Container = Record<string | number, unknown>;

/**
 * Returns a test object with changes, like the program in `judge`: a path that does not exist
 * changes nothing.
 * @param text the object as JSON
 */
function changed(text: string, changes: readonly Change[] = []): string {
  const object = JSON.parse(text) as Container;
  for (const change of changes) apply(object, change);
  return JSON.stringify(object);
}

function apply(object: Container, { path, value }: Change): void {
  let parent: Container | undefined = object;
  for (const key of path.slice(0, -1)) {
    if (!(key in parent)) return;
    parent = parent[key] as Container;
  }
  const key = path.at(-1) ?? "";
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(key as number, 1);
  else Reflect.deleteProperty(parent, key);
}

/**
 * Returns the errors of the validation that a scheme has registered for the kind of an object.
 * @param text the object as JSON, without the changes of the call
 * @param decode decodes an object
 * @param options the names of all options, which are off except those of the call
 */
export function errorsOf(
  call: ObjectCall,
  scheme: Scheme,
  text: string,
  decode: (text: string) => RuntimeObject,
  options: readonly string[],
): readonly CallError[] {
  const { subresources = [] } = call;
  const states = Object.fromEntries(options.map((name) => [name, call.options?.includes(name) ?? false]));
  const object = decode(changed(text, call.changes));
  const found = call.update
    ? scheme.validateUpdate(states, object, decode(changed(text, call.old)), ...subresources)
    : scheme.validate(states, object, ...subresources);
  return found.map(({ type, field, badValue, detail, origin, stability }) => ({
    type,
    field,
    detail,
    origin,
    stability,
    value: badValue,
  }));
}
