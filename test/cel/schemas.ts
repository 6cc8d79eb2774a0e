import type { CELSchema } from "../../runtime/cel/index.js";

const text: CELSchema = { type: "string" };
const port: CELSchema = { "x-kubernetes-int-or-string": true };

const unknown = { "x-kubernetes-preserve-unknown-fields": true } as CELSchema;

const spec: CELSchema = {
  type: "object",
  required: ["x", "names"],
  properties: { replicas: { type: "integer", default: 1 }, x: text, names: { type: "array", items: text } },
};

/** A schema with each type, and with names that expressions must escape. */
const all = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 30 },
    size: { type: "string", enum: ["small", "large", "größer"] },
    count: { type: "integer", format: "int32" },
    ratio: { type: "number" },
    flag: { type: "boolean" },
    data: { type: "string", format: "byte" },
    timeout: { type: "string", format: "duration" },
    at: { type: "string", format: "date-time" },
    date: { type: "string", format: "date" },
    names: { type: "array", maxItems: 10, items: { type: "string", maxLength: 7 } },
    items: { type: "array", maxItems: 40, items: { type: "object", properties: { name: text, port, spec } } },
    matrix: { type: "array", items: { type: "array", items: { type: "number" } } },
    map: { type: "object", maxProperties: 20, additionalProperties: { type: "string", maxLength: 100 } },
    nested: { type: "object", additionalProperties: { type: "object", properties: { port, id: text } } },
    port,
    spec,
    status: { type: "object", ...unknown },
    free: unknown,
    list: { type: "array", items: unknown },
    template: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec } },
    namespace: { type: "integer" },
    in: text,
    "a-b": text,
    "a.b/c__d": text,
    "1st": text,
    "a b": text,
  },
} satisfies CELSchema;

/** Schemas of `self`. */
export const schemas: readonly CELSchema[] = [
  all,
  { ...all, properties: { ...all.properties, metadata: { type: "object" } } },
  { type: "array", items: all },
  { type: "object", additionalProperties: spec },
  text,
  { type: "integer" },
  port,
  unknown,
];
