/** @file The sizes of values that Kubernetes assumes for the costs of CEL rules (Go: DeclType). */
import { utf8Length } from "../validation/texts.js";
import { defaultOf, itemsOf, propertiesOf, valuesOf } from "./schema-parts.js";
import type { Schema } from "./types.js";

/** Greatest size of a request in bytes, which limits what a list without `maxItems` can have. */
const maxRequest = 3 * 1024 * 1024;

/** How large the values of a schema can be. */
export interface Size {
  /** The most items, entries or bytes; 0 for values of other types. */
  readonly most: number;
  /** The fewest bytes in JSON. */
  readonly least: number;
}

const fixed = new Map<string, Size>([
  ["boolean", { most: 0, least: 4 }],
  ["number", { most: 0, least: 1 }],
  ["integer", { most: 0, least: 1 }],
]);

const texts = new Map<string, Size>([
  ["duration", { most: 32, least: 3 }],
  ["date", { most: 12, least: 12 }],
  ["date-time", { most: 32, least: 21 }],
]);

const known = new WeakMap<Schema, Size>();

/** Returns the size of the values of a schema; undefined for values that rules cannot access. */
export function sizeOf(schema: Schema): Size | undefined {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const size = computed(schema);
  if (size !== undefined) known.set(schema, size);
  return size;
}

function computed(schema: Schema): Size | undefined {
  const { type = "", format = "", maxLength } = schema;
  if (schema["x-kubernetes-int-or-string"] === true)
    return { most: maxLength === undefined ? maxRequest - 2 : 4 * maxLength, least: 1 };
  if (type === "array") {
    const items = sizeOfPart(itemsOf(schema));
    return items && { most: schema.maxItems ?? Math.floor((maxRequest - 2) / (items.least + 1)), least: 2 };
  }
  if (type === "object") return sizeOfObject(schema);
  if (type !== "string") return fixed.get(type);
  const text = texts.get(format);
  if (text !== undefined) return text;
  return { most: lengthOf(schema), least: 2 };
}

/** Returns the greatest length of a text in bytes. */
function lengthOf({ format = "", maxLength, enum: members = [] }: Schema): number {
  if (maxLength !== undefined) return format === "byte" ? maxLength : 4 * maxLength;
  if (format === "byte" || members.length === 0) return maxRequest - 2;
  return Math.max(0, ...members.map((one) => (typeof one === "string" ? utf8Length(one) : 0)));
}

function sizeOfObject(schema: Schema): Size | undefined {
  if (valuesOf(schema) !== undefined) {
    const values = sizeOfPart(valuesOf(schema));
    return values && { most: schema.maxProperties ?? Math.floor((maxRequest - 2) / (values.least + 6)), least: 2 };
  }
  const required = new Set(schema.required);
  const parts = propertiesOf(schema).map(([name, property]) => {
    const size = required.has(name) && defaultOf(property) === undefined ? sizeOfPart(property) : undefined;
    return size === undefined ? 0 : utf8Length(name) + size.least + 4;
  });
  return { most: 0, least: parts.reduce((sum, part) => sum + part, 2) };
}

function sizeOfPart(schema: Schema | undefined): Size | undefined {
  return schema && sizeOf(schema);
}

/** Returns how often values of a schema fit into a request. */
export function mostPerRequest({ least }: Size): number {
  return Math.floor(maxRequest / (least + 1));
}

/**
 * Returns how often a schema allows each of its parts; undefined if it sets no limit.
 */
export function mostParts({ type, additionalProperties, maxItems, maxProperties }: Schema): number | undefined {
  if (type === "array") return maxItems;
  return type === "object" && additionalProperties !== undefined ? maxProperties : 1;
}
