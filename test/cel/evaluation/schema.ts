import { readJSON } from "../../../runtime/json/read-json.js";
import type { CELRuleSchema } from "../../../runtime/cel/index.js";
import type { Random } from "../../fuzz/random.js";
import { schemas } from "../schemas.js";

const text: CELRuleSchema = { type: "string" };
const named: CELRuleSchema = {
  type: "object",
  required: ["name"],
  properties: { name: text, "a-b": text, weight: { type: "integer" }, on: { type: "boolean" } },
};

/** A schema with each type, each type of lists, and nullable values. */
export const schema: CELRuleSchema = {
  ...schemas[0],
  properties: {
    ...schemas[0]?.properties,
    set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    set2: { type: "array", "x-kubernetes-list-type": "set", items: text },
    ports: { type: "array", "x-kubernetes-list-type": "set", items: { "x-kubernetes-int-or-string": true } },
    times: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string", format: "date-time" } },
    keyed: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], items: named },
    keyed2: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], items: named },
    pairs: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "a-b"],
      items: named,
    },
    nullable: { type: "integer", nullable: true },
    nullables: { type: "array", items: { type: "object", nullable: true, properties: { name: text } } },
    labels: { type: "object", additionalProperties: { type: "string", nullable: true } },
  },
};

const texts = ["", "a", "b", "abc", "k8s.io", "größer", "😀", "a-b", "10", "1.5", "true", "10.0.0.1", "https://a.b/c"];
const formatted: Readonly<Record<string, readonly string[]>> = {
  byte: ["", "YWJj", "YQ==", "_-8=", "+/8=", "YQ", "a"],
  duration: ["1h", "0", "30s", "-1.5h", "3 days", "1d", "x", "9223372036s"],
  date: ["2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "x"],
  "date-time": [
    "2024-01-01T00:00:00Z",
    "2024-01-01T00:00:00.123456789+05:30",
    "2024-06-30T23:59:59-08:00",
    "2024-01-01T00:00:00",
    "0001-01-01T00:00:00Z",
    "",
    "x",
  ],
};
const integers = ["0", "1", "2", "-1", "3", "100", "9223372036854775807", "-9223372036854775808", "9007199254740993"];
const numbers = ["0", "1", "1.5", "-0.25", "1e300", "100", "0.1"];

/**
 * Returns the JSON text of a random value of a schema. A few are wrong.
 *
 * @param more strings that values of the schema often have, besides those of enumerations
 */
export function randomValue(random: Random, of: CELRuleSchema, depth = 5, more?: readonly string[]): string {
  if (random.chance(0.01)) return random.pick(["null", "1", '"a"', "1.5", "true", "[]", "{}"]);
  if (of.nullable === true && random.chance(0.3)) return "null";
  if (more !== undefined && of.enum !== undefined && random.chance(0.8)) return JSON.stringify(random.pick(of.enum));
  if (of["x-kubernetes-int-or-string"] === true)
    return random.chance(0.5) ? random.pick(integers) : JSON.stringify(random.pick(texts));
  switch (of.type) {
    case "string":
      return JSON.stringify(
        more !== undefined && more.length > 0 && random.chance(0.5)
          ? random.pick(more)
          : random.pick(formatted[of.format ?? ""] ?? texts),
      );
    case "integer":
      return random.pick(integers);
    case "number":
      return random.pick(numbers);
    case "boolean":
      return random.pick(["true", "false"]);
    case "array":
      return `[${random.many(depth > 0 ? 3 : 0, () => randomValue(random, of.items as CELRuleSchema, depth - 1, more)).join(",")}]`;
    case "object":
      return randomObject(random, of, depth, more);
    default:
      return random.pick(["1", '"a"', "[1]", '{"a":1}']);
  }
}

function randomObject(random: Random, of: CELRuleSchema, depth: number, more: readonly string[] | undefined): string {
  const entries: string[] = [];
  const add = (name: string, value: string): void => void entries.push(`${JSON.stringify(name)}:${value}`);
  for (const [name, property] of Object.entries(of.properties ?? {})) {
    if (depth <= 0 || random.chance(0.2)) continue;
    add(name, random.chance(0.02) ? "null" : randomValue(random, property, depth - 1, more));
  }
  const { additionalProperties } = of;
  if (typeof additionalProperties === "object")
    for (const name of new Set(random.many(3, () => random.pick(["a", "b", "a-b", "x", "toString"]))))
      add(name, randomValue(random, additionalProperties, depth - 1, more));
  else if (random.chance(0.05)) add("unknownField", random.pick(["1", "null", '{"a":[1]}']));
  return `{${entries.join(",")}}`;
}

/** Returns a JSON value in which large integers are bigints. */
export function decoded(text: string): unknown {
  return readJSON(text, (literal) => {
    const number = Number(literal);
    return Number.isSafeInteger(number) || /[.eE]/.test(literal) ? number : BigInt(literal);
  });
}
