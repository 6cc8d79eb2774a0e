import { printYAML } from "../../../../engine/print/yaml/print-yaml.js";
import type { JSONSchema } from "../../../../generators/crd/schema/json-schema.js";
import { answerOf } from "../../../../runtime/crd/index.js";
import type { Example } from "../model.js";

/** A kind of which an example is made. */
export interface ExampleKind {
  readonly apiVersion: string;
  readonly name: string;
  readonly isClusterWide: boolean;
}

/** An object of a file that may be an example. */
export interface Sample {
  readonly file: string;
  readonly object: { readonly [key: string]: unknown };
}

/**
 * Returns a valid object of a kind: the first valid sample, otherwise an object that is made from
 * the schema. An object is valid if an API server accepts it. Returns undefined if no such object
 * was found, which happens if CEL rules or patterns need special values.
 */
export function exampleOf(kind: ExampleKind, schema: JSONSchema, samples: readonly Sample[]): Example | undefined {
  const isValid = (object: object): boolean => answerOf(schema, object).errors.length === 0;
  const sample = samples.find(({ object }) => isValid(object));
  if (sample !== undefined) return { yaml: inOrder(sample.object), file: sample.file };
  for (const isFull of [true, false]) {
    const object = madeFrom(kind, schema, isFull);
    if (isValid(object)) return { yaml: inOrder(object) };
  }
  return undefined;
}

/** Returns an object as YAML, with the properties of all kinds first. */
function inOrder({ apiVersion, kind, metadata, ...rest }: { readonly [key: string]: unknown }): string {
  const one = (value: object): string => (Object.keys(value).length === 0 ? "" : printYAML(value));
  return `${printYAML({ apiVersion, kind })}${printYAML({ metadata })}${one(rest)}`;
}

/** @param isFull true for lists with one item; otherwise lists are as short as allowed */
function madeFrom({ apiVersion, name, isClusterWide }: ExampleKind, schema: JSONSchema, isFull: boolean) {
  const { properties = {}, required = [] } = schema;
  const members = Object.keys(properties).filter(
    (key) => !head.includes(key) && (required.includes(key) || key === "spec"),
  );
  return {
    apiVersion,
    kind: name,
    metadata: { name: `my-${name.toLowerCase()}`, ...(isClusterWide ? {} : { namespace: "default" }) },
    ...Object.fromEntries(members.map((key) => [key, valueOf(properties[key] ?? {}, key, isFull)])),
  };
}

const head = ["apiVersion", "kind", "metadata", "status"];

/** Returns a small value that satisfies a schema, as far as its keywords tell. */
function valueOf(schema: JSONSchema, name: string, isFull: boolean, index = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[index] ?? schema.enum[0];
  if (schema["x-kubernetes-int-or-string"] === true) return 1;
  switch (schema.type) {
    case "object":
      return objectOf(schema, name, isFull, index);
    case "array":
      return itemsOf(schema, name, isFull);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return true;
    case "string":
      return stringOf(schema, name, index);
    default:
      return {};
  }
}

function objectOf(schema: JSONSchema, name: string, isFull: boolean, index: number): object {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = required.map((key) => [key, valueOf(properties[key] ?? {}, key, isFull, index)] as const);
  const least = Math.max(Number(schema["minProperties"] ?? 0) - members.length, 0);
  const values = additionalProperties ?? {};
  const more = Array.from({ length: additionalProperties === undefined ? 0 : least }, (_, at) => [
    `${singular(name)}-${String(at + 1)}`,
    valueOf(values, name, isFull, at),
  ]);
  return Object.fromEntries([...members, ...more]) as object;
}

function itemsOf(schema: JSONSchema, name: string, isFull: boolean): readonly unknown[] {
  const least = Number(schema["minItems"] ?? 0);
  const most = Number(schema["maxItems"] ?? Infinity);
  const length = Math.min(Math.max(least, isFull ? 1 : 0), most, 20);
  return Array.from({ length }, (_, index) => valueOf(schema.items ?? {}, singular(name), isFull, index));
}

function numberOf(schema: JSONSchema): number {
  const step = Number(schema["multipleOf"] ?? 1);
  const least = Number(schema["minimum"] ?? -Infinity) + (schema["exclusiveMinimum"] === true ? step : 0);
  const most = Number(schema["maximum"] ?? Infinity) - (schema["exclusiveMaximum"] === true ? step : 0);
  return Math.min(Math.max(step, Math.ceil(least / step) * step), most);
}

/** Values of the formats that Kubernetes checks. */
const ofFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T15:04:05Z",
  date: "2026-01-02",
  duration: "1h",
  byte: "aGVsbG8=",
  uri: "https://example.com",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  ip: "192.0.2.1",
  cidr: "192.0.2.0/24",
  mac: "00:00:5e:00:53:01",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
};

/** Strings that many patterns of Kubernetes' APIs match. */
const candidates = [
  "a",
  "A",
  "example.com",
  "example.com/a",
  "1",
  "1.0",
  "1h",
  "1Gi",
  "https://example.com",
  "a:1",
  "*",
];

function stringOf(schema: JSONSchema, name: string, index: number): string {
  const known = ofFormat[schema.format ?? ""];
  if (known !== undefined) return known;
  const word = `${dashed(name)}${index === 0 ? "" : `-${String(index + 1)}`}`;
  const fitting = word.padEnd(Number(schema["minLength"] ?? 0), "x").slice(0, Number(schema["maxLength"] ?? 100));
  const pattern = schema["pattern"];
  return typeof pattern === "string" ? ([fitting, ...candidates].find(matches(pattern)) ?? fitting) : fitting;
}

/** Returns a test by a pattern of Go. A pattern that JavaScript does not know matches nothing. */
function matches(pattern: string): (text: string) => boolean {
  try {
    const compiled = new RegExp(pattern, "u");
    return (text) => compiled.test(text);
  } catch {
    return () => false;
  }
}

function dashed(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

function singular(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/(ch|sh|x|ss)es$/, "$1")
    .replace(/([^s])s$/, "$1");
}
