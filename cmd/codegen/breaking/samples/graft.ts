import type { Schema } from "../../../../runtime/crd/index.js";
import { canonical } from "../form/canonical.js";
import type { Step } from "./build-object.js";

/**
 * Returns the old schema with one change: what the new schema states at a path. An object that this
 * schema answers differently shows the change at the path, and no other one.
 */
export function graft(old: Schema, now: Schema, [step, ...rest]: readonly Step[]): Schema {
  if (step === undefined) return graftNode(old, now);
  // The branches of a union state its discriminator, so a union is one node.
  if (old.oneOf !== undefined && rest.length === 0) return now;
  const [before, after] = [partOf(old, step), partOf(now, step)];
  const inner = before === undefined || after === undefined ? after : graft(before, after, rest);
  if (step === "[]") return inner === undefined ? old : { ...old, items: inner };
  if (step === "{}") return inner === undefined ? old : { ...old, additionalProperties: inner };
  return graftProperty(old, now, step, inner);
}

/** Reports whether two schemas state the same of the value at a path. */
export function isSameAt(old: Schema, now: Schema, steps: readonly Step[]): boolean {
  const [around, value] = [steps.slice(0, -1), steps].map((path) => [nodeAt(old, path), nodeAt(now, path)] as const);
  return [around, value].every((pair) => {
    const [before, after] = (pair ?? []).map((schema) => canonical(schema === undefined ? null : ownPart(schema)));
    return before === after;
  });
}

function nodeAt(schema: Schema, steps: readonly Step[]): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const step of steps) at = at === undefined ? undefined : partOf(at, step);
  return at;
}

/** Returns what a schema states of the value itself, and the names of its parts. */
function ownPart({ properties = {}, items, additionalProperties, ...own }: Schema): object {
  const parts = [items, additionalProperties].map((part) => typeof part);
  return { ...own, properties: Object.keys(properties).sort(), parts };
}

function graftProperty(old: Schema, now: Schema, name: string, inner: Schema | undefined): Schema {
  const others = Object.entries(old.properties ?? {}).filter(([other]) => other !== name);
  const required = (old.required ?? []).filter((other) => other !== name);
  const isRequired = now.required?.includes(name) === true;
  // A required object has no default, and one that defaults fill has `{}`.
  const given = isRequired && inner !== undefined ? withoutDefault(inner) : inner;
  return {
    ...old,
    properties: Object.fromEntries(inner === undefined ? others : [...others, [name, given] as const]),
    required: isRequired ? [...required, name] : required,
  };
}

function withoutDefault(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "default"));
}

/** Takes over what the new schema states of the value itself, not of the old parts. */
function graftNode(old: Schema, now: Schema): Schema {
  const isSameType = old.type === now.type && old["x-kubernetes-int-or-string"] === now["x-kubernetes-int-or-string"];
  const isMap = (schema: Schema): boolean => schema.additionalProperties !== undefined;
  if (!isSameType || isMap(old) !== isMap(now)) return now;
  const { properties, required, items, additionalProperties } = old;
  return {
    ...now,
    // Rules can refer to properties that are new.
    ...(properties === undefined ? {} : { properties: { ...now.properties, ...properties } }),
    ...(now.required === undefined && required === undefined ? {} : { required: required ?? [] }),
    ...(items === undefined ? {} : { items }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function partOf({ items, additionalProperties, properties = {} }: Schema, step: Step): Schema | undefined {
  const part = step === "[]" ? items : step === "{}" ? additionalProperties : properties[step];
  return typeof part === "object" && !Array.isArray(part) ? (part as Schema) : undefined;
}
