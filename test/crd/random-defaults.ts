import type { Rule, CRDSchema } from "../../runtime/crd/index.js";

type Random = (limit: number) => number;
type Value = string | number | null | readonly Value[] | { readonly [name: string]: Value };

/** A schema, and a function that returns a random value of it. */
interface Described {
  readonly schema: CRDSchema;
  readonly value: () => Value;
}

/** A rule that every value breaks, and a rule that every value passes that equals its old value. */
const rules: readonly Rule[] = [{ rule: "1 == 2" }, { rule: "self == oldSelf" }];

/** Returns a random object schema in which some values have a default and some have a rule. */
export function randomDefaults(random: Random): CRDSchema {
  return objectOf(random, 3).schema;
}

/** Defaults are forbidden in maps, and rules with oldSelf in lists. */
function described(random: Random, depth: number, inside: { readonly list?: true; readonly map?: true }): Described {
  const { schema, value } = ofAnyType(random, depth, inside);
  const rule = random(4) === 0 ? rules[inside.list === true ? 0 : random(2)] : undefined;
  return {
    schema: {
      ...schema,
      ...(rule === undefined ? {} : { "x-kubernetes-validations": [rule] }),
      ...(random(3) === 0 && inside.map !== true ? { default: value() } : {}),
    },
    value,
  };
}

function ofAnyType(random: Random, depth: number, inside: { readonly list?: true; readonly map?: true }): Described {
  const kind = random(depth === 0 ? 3 : 6);
  if (kind === 0) return { schema: { type: "integer" }, value: () => random(9) };
  if (kind === 1) return { schema: { type: "string" }, value: () => "a" };
  if (kind === 2) return { schema: { type: "string", nullable: true }, value: () => (random(2) === 0 ? null : "b") };
  if (kind === 3) {
    const items = described(random, depth - 1, { ...inside, list: true });
    const value = () => Array.from({ length: random(3) }, items.value);
    return { schema: { type: "array", items: items.schema }, value };
  }
  if (kind === 4) {
    const values = described(random, depth - 1, { ...inside, map: true });
    const value = (): Value => (random(2) === 0 ? {} : { key: values.value() });
    return { schema: { type: "object", additionalProperties: values.schema }, value };
  }
  return objectOf(random, depth, inside);
}

function objectOf(
  random: Random,
  depth: number,
  inside: { readonly list?: true; readonly map?: true } = {},
): Described {
  const properties = ["a", "b", "c"].map((name) => [name, described(random, depth - 1, inside)] as const);
  return {
    schema: { type: "object", properties: Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])) },
    value: () =>
      Object.fromEntries(properties.flatMap(([name, { value }]) => (random(2) === 0 ? [] : [[name, value()]]))),
  };
}
