export interface Pair {
  readonly name: string;
  readonly old: object;
  readonly now: object;
  readonly expected: readonly string[];
}

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });

/** Changes of the schema of `spec`. */
export const schemas: readonly Pair[] = [
  { name: "same", old: object({ a: text }), now: object({ a: text }), expected: [] },
  {
    name: "descriptions",
    old: object({ a: text }),
    now: object({ a: { ...text, description: "A text" } }),
    expected: [],
  },
  {
    name: "removed",
    old: object({ a: text, b: text }),
    now: object({ a: text }),
    expected: ["removed-field breaking spec.b"],
  },
  {
    name: "removed, and unknown properties are kept",
    old: object({ a: text, b: text }),
    now: object({ a: text }, { "x-kubernetes-preserve-unknown-fields": true }),
    expected: [],
  },
  {
    name: "new and required",
    old: object({}),
    now: object({ a: text }, { required: ["a"] }),
    expected: ["new-required-field breaking spec.a"],
  },
  {
    name: "new and required, with a default",
    old: object({}),
    now: object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    expected: [],
  },
  {
    name: "required",
    old: object({ a: text }),
    now: object({ a: text }, { required: ["a"] }),
    expected: ["optional-to-required breaking spec.a"],
  },
  {
    name: "required, with the same default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    expected: [],
  },
  { name: "not required", old: object({ a: text }, { required: ["a"] }), now: object({ a: text }), expected: [] },
  { name: "type", old: object({ a: text }), now: object({ a: whole }), expected: ["changed-type breaking spec.a"] },
  {
    name: "integer to number",
    old: object({ a: { ...whole, format: "int32" } }),
    now: object({ a: { type: "number" } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "integer to integer or string",
    old: object({ a: whole }),
    now: object({ a: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "new member",
    old: object({ a: { ...text, enum: ["A"] } }),
    now: object({ a: { ...text, enum: ["A", "B"] } }),
    expected: ["added-enum-member compatible spec.a"],
  },
  {
    name: "removed member",
    old: object({ a: { ...text, enum: ["A", "B"] } }),
    now: object({ a: { ...text, enum: ["A"] } }),
    expected: ["removed-enum-member breaking spec.a"],
  },
  {
    name: "enumeration",
    old: object({ a: text }),
    now: object({ a: { ...text, enum: ["A"] } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "pattern instead of members",
    old: object({ a: { ...text, enum: ["a", "b"] } }),
    now: object({ a: { ...text, pattern: "^[a-z]$" } }),
    expected: [],
  },
  {
    name: "pattern that refuses a member",
    old: object({ a: { ...text, enum: ["a", "B"] } }),
    now: object({ a: { ...text, pattern: "^[a-z]$" } }),
    expected: ["removed-enum-member breaking spec.a"],
  },
  {
    name: "pattern of the empty string",
    old: object({ a: text }),
    now: object({ a: { ...text, pattern: "^$" } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "pattern of all strings",
    old: object({ a: text }),
    now: object({ a: { ...text, pattern: ".*" } }),
    expected: [],
  },
  {
    name: "maximum",
    old: object({ a: { ...whole, maximum: 9 } }),
    now: object({ a: { ...whole, maximum: 5 } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "larger maximum",
    old: object({ a: { ...whole, maximum: 5 } }),
    now: object({ a: { ...whole, maximum: 9 } }),
    expected: [],
  },
  {
    name: "equivalent maximum",
    old: object({ a: { ...whole, maximum: 10 } }),
    now: object({ a: { ...whole, maximum: 11, exclusiveMaximum: true } }),
    expected: [],
  },
  {
    name: "exclusive maximum of numbers",
    old: object({ a: { type: "number", maximum: 10 } }),
    now: object({ a: { type: "number", maximum: 10, exclusiveMaximum: true } }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "maximum in allOf",
    old: object({ a: { ...whole, allOf: [{ maximum: 9 }, { maximum: 5 }] } }),
    now: object({ a: { ...whole, maximum: 5 } }),
    expected: [],
  },
  { name: "minLength 0", old: object({ a: text }), now: object({ a: { ...text, minLength: 0 } }), expected: [] },
  { name: "unknown format", old: object({ a: text }), now: object({ a: { ...text, format: "colour" } }), expected: [] },
  {
    name: "null",
    old: object({ a: { ...text, nullable: true } }),
    now: object({ a: text }),
    expected: ["tightened-rule breaking spec.a"],
  },
  {
    name: "default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: { ...text, default: "y" } }),
    expected: ["changed-default breaking spec.a"],
  },
  {
    name: "new default",
    old: object({ a: text }),
    now: object({ a: { ...text, default: "y" } }),
    expected: ["changed-default breaking spec.a"],
  },
  {
    name: "no default",
    old: object({ a: { ...text, default: "x" } }),
    now: object({ a: text }),
    expected: ["removed-default breaking spec.a"],
  },
  {
    name: "items",
    old: object({ a: list(object({ b: text, c: text })) }),
    now: object({ a: list(object({ b: text })) }),
    expected: ["removed-field breaking spec.a[].c"],
  },
  {
    name: "values",
    old: object({ a: { type: "object", additionalProperties: object({ b: text, c: text }) } }),
    now: object({ a: { type: "object", additionalProperties: object({ b: text }) } }),
    expected: ["removed-field breaking spec.a{}.c"],
  },
  {
    name: "set",
    old: object({ a: list(text) }),
    now: object({ a: list(text, { "x-kubernetes-list-type": "set" }) }),
    expected: ["changed-list-type breaking spec.a"],
  },
  {
    name: "keys",
    old: object({
      a: list(object({ b: text, c: text }, { required: ["b", "c"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b", "c"],
      }),
    }),
    now: object({
      a: list(object({ b: text, c: text }, { required: ["b", "c"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b"],
      }),
    }),
    expected: ["changed-map-key breaking spec.a"],
  },
  {
    name: "unknown properties",
    old: object({ a: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
    now: object({ a: object({ b: text }) }),
    expected: ["changed-type breaking spec.a"],
  },
  {
    name: "any object",
    old: object({ a: object({ b: text }) }),
    now: object({ a: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
    expected: ["changed-type compatible spec.a"],
  },
  {
    name: "message of a rule",
    old: object({ a: whole }, { "x-kubernetes-validations": [{ rule: "self.a > 1" }] }),
    now: object({ a: whole }, { "x-kubernetes-validations": [{ rule: "self.a > 1", message: "too small" }] }),
    expected: [],
  },
];

export interface Definition {
  readonly spec?: object;
  readonly versions?: readonly object[];
  readonly names?: object;
  readonly scope?: string;
  readonly name?: string;
}

/** Returns a served version of a definition. */
export const version = (name: string, spec: object = object({ a: text }), more: object = {}): object => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: object({ spec }) },
  ...more,
});

/** Returns a definition of the group example.com. */
export function definition({ spec, versions, names = {}, scope = "Namespaced", name = "Widget" }: Definition): object {
  const plural = `${name.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope,
      names: { kind: name, plural, ...names },
      versions: versions ?? [version("v1", spec, { storage: true })],
    },
  };
}
