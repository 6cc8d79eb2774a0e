import type { CRDSchema } from "../../../../runtime/crd/index.js";
import type { RuleData } from "../form/constraints.js";
import { canonical } from "../form/canonical.js";
import type { ObjectStep } from "../form/parts.js";

/**
 * Returns the old schema with the keywords of the new schema at one path. If an object is treated
 * differently by the old schema and the returned schema, the cause is the change at this path.
 */
export function graft(
  old: CRDSchema,
  now: CRDSchema,
  [step, ...rest]: readonly ObjectStep[],
  rule?: RuleData,
): CRDSchema {
  if (step === undefined) return (rule && withRule(old, now, rule)) ?? graftNode(old, now);
  // The members of a union contain the discriminator, so the whole union is replaced.
  if (old.oneOf !== undefined && rest.length === 0) return now;
  const [before, after] = [partOf(old, step), partOf(now, step)];
  const inner = before === undefined || after === undefined ? after : graft(before, after, rest, rule);
  if (step === "[]") return inner === undefined ? old : { ...old, items: inner };
  if (step === "{}") return inner === undefined ? old : { ...old, additionalProperties: inner };
  // A single rule of a value does not decide whether the value is required.
  return graftProperty(old, rest.length === 0 && rule !== undefined ? old : now, step, inner);
}

/**
 * Reports whether two schemas have the same keywords for the value at a path, and for the object or
 * list that contains the value.
 */
export function isSameAt(old: CRDSchema, now: CRDSchema, steps: readonly ObjectStep[]): boolean {
  const [around, value] = [steps.slice(0, -1), steps].map((path) => [nodeAt(old, path), nodeAt(now, path)] as const);
  return [around, value].every((pair) => {
    const [before, after] = (pair ?? []).map((schema) => canonical(schema === undefined ? null : ownPart(schema)));
    return before === after;
  });
}

function nodeAt(schema: CRDSchema, steps: readonly ObjectStep[]): CRDSchema | undefined {
  let at: CRDSchema | undefined = schema;
  for (const step of steps) at = at === undefined ? undefined : partOf(at, step);
  return at;
}

/**
 * Returns the keywords of a schema for the value itself, with the names of its properties and the
 * types of its item schemas.
 */
function ownPart({ properties = {}, items, additionalProperties, ...own }: CRDSchema): object {
  const parts = [items, additionalProperties].map((part) => typeof part);
  return { ...own, properties: Object.keys(properties).sort(), parts };
}

function graftProperty(old: CRDSchema, now: CRDSchema, name: string, inner: CRDSchema | undefined): CRDSchema {
  const others = Object.entries(old.properties ?? {}).filter(([other]) => other !== name);
  const required = (old.required ?? []).filter((other) => other !== name);
  const isRequired = now.required?.includes(name) === true;
  // A schema either requires an object, or gives the object the default `{}` if the defaults of its
  // properties fill it. A required object therefore has no default.
  const given = inner === undefined ? [] : [[name, isRequired ? withoutDefault(inner) : inner] as const];
  return {
    ...old,
    properties: Object.fromEntries([...others, ...given]),
    required: isRequired ? [...required, name] : required,
  };
}

function withoutDefault(schema: CRDSchema): CRDSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "default"));
}

/**
 * Returns a schema with an additional rule; undefined unless the rule is a CEL rule of the new
 * schema, a pattern, or a minimum or maximum.
 */
function withRule(old: CRDSchema, now: CRDSchema, rule: RuleData): CRDSchema | undefined {
  // Rules can refer to properties that only the new schema has.
  const { properties } = old;
  const base = properties === undefined ? old : { ...old, properties: { ...now.properties, ...properties } };
  const { pattern, allOf = [] } = old;
  switch (rule.kind) {
    case "cel": {
      const added = (now["x-kubernetes-validations"] ?? []).filter((one) => one.rule === rule["rule"]);
      if (added.length === 0) return undefined;
      return { ...base, "x-kubernetes-validations": [...(old["x-kubernetes-validations"] ?? []), ...added] };
    }
    case "pattern":
      return {
        ...base,
        pattern: String(rule["text"]),
        ...(pattern === undefined ? {} : { allOf: [...allOf, { pattern }] }),
      };
    case "minimum":
    case "maximum": {
      const exclusive = rule.kind === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
      return { ...base, [rule.kind]: rule["limit"], [exclusive]: rule["exclusive"] };
    }
    default:
      return /^m(in|ax)(Length|Items|Properties)$/.test(rule.kind)
        ? { ...base, [rule.kind]: rule["limit"] }
        : undefined;
  }
}

/**
 * Replaces the keywords for the value itself by those of the new schema. Keeps the old schemas of
 * properties and items, unless the type has changed.
 */
function graftNode(old: CRDSchema, now: CRDSchema): CRDSchema {
  const isSameType = old.type === now.type && old["x-kubernetes-int-or-string"] === now["x-kubernetes-int-or-string"];
  const isMap = (schema: CRDSchema): boolean => schema.additionalProperties !== undefined;
  if (!isSameType || isMap(old) !== isMap(now)) return now;
  const { properties, required, items, additionalProperties } = old;
  return {
    ...now,
    // Rules can refer to properties that only the new schema has.
    ...(properties === undefined ? {} : { properties: { ...now.properties, ...properties } }),
    ...(now.required === undefined && required === undefined ? {} : { required: required ?? [] }),
    ...(items === undefined ? {} : { items }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function partOf({ items, additionalProperties, properties = {} }: CRDSchema, step: ObjectStep): CRDSchema | undefined {
  const part = step === "[]" ? items : step === "{}" ? additionalProperties : properties[step];
  return typeof part === "object" && !Array.isArray(part) ? (part as CRDSchema) : undefined;
}
