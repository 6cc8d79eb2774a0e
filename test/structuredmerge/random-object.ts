import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import type { Random } from "../fuzz/random.js";
import { fieldNames } from "./random-schema.js";

const numbers = [0, 1, 2, 3, 1.5, -1, 1_000_000, 12_345_678, 1e21, 1e-7, 0.1];
const texts = ["", "x", "y", "a", "<&>", "é", "\u2028", "\u{1f355}", "\ufffd", 'q"\\', "constructor", "\u0001"];

/** How often a value is not what the schema says. */
export interface Wrongness {
  readonly probability: number;
}

/** Returns a value that mostly has the type that a reference of the schema means. */
export function randomValue(
  random: Random,
  schema: JSONObject,
  ref: JSONObject,
  wrong: Wrongness,
  depth = 0,
): JSONValue {
  if (random.chance(0.04)) return null;
  if (random.chance(wrong.probability)) return randomJSON(random, 0);
  const atom = atomOf(schema, ref);
  const kinds = ["scalar", "list", "map"].filter((kind) => kind in atom);
  const kind = kinds.length === 0 ? "scalar" : random.pick(kinds);
  if (kind === "scalar") return randomScalar(random, atom["scalar"] as string);
  if (kind === "list") return randomList(random, schema, atom["list"] as JSONObject, wrong, depth);
  return randomMap(random, schema, atom["map"] as JSONObject, wrong, depth);
}

function atomOf(schema: JSONObject, ref: JSONObject): JSONObject {
  if (ref["namedType"] === undefined) return ref;
  const types = schema["types"] as JSONObject[];
  return types.find(({ name }) => name === ref["namedType"]) ?? {};
}

function randomScalar(random: Random, type: string): JSONValue {
  if (type === "numeric") return random.pick(numbers);
  if (type === "boolean") return random.chance(0.5);
  if (type === "untyped") return random.pick<JSONValue>([1, 2, "x", "y", true, 1.5]);
  return random.pick(texts);
}

function randomList(random: Random, schema: JSONObject, list: JSONObject, wrong: Wrongness, depth: number): JSONValue {
  const size = depth > 4 ? 0 : random.int(4);
  return Array.from({ length: size }, () =>
    randomValue(random, schema, (list["elementType"] ?? {}) as JSONObject, wrong, depth + 1),
  ).filter((item) => item !== null || random.chance(0.1));
}

function randomMap(random: Random, schema: JSONObject, map: JSONObject, wrong: Wrongness, depth: number): JSONValue {
  const value: JSONObject = {};
  for (const field of (map["fields"] ?? []) as JSONObject[]) {
    if (!random.chance(depth > 4 ? 0.1 : 0.7)) continue;
    value[field["name"] as string] = randomValue(random, schema, field["type"] as JSONObject, wrong, depth + 1);
  }
  const { elementType } = map;
  if (elementType !== undefined && depth < 5)
    for (const name of random.pick([[], ["x"], ["x", "constructor"], ["y", "x"]]))
      value[name] = randomValue(random, schema, elementType as JSONObject, wrong, depth + 1);
  if (random.chance(wrong.probability)) value[random.pick(["undeclared", "toString"])] = randomJSON(random, 0);
  return value;
}

/** Returns any JSON value. */
export function randomJSON(random: Random, depth: number): JSONValue {
  const roll = random.next();
  if (depth > 2 || roll < 0.5) return random.pick<JSONValue>([null, true, false, ...numbers, ...texts]);
  const size = random.int(4);
  if (roll < 0.75) return Array.from({ length: size }, () => randomJSON(random, depth + 1));
  const entries = Array.from({ length: size }, (): [string, JSONValue] => [
    random.pick([...fieldNames, "id", "key", "x"]),
    randomJSON(random, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Returns a value in which some parts are changed, removed or moved. */
export function mutated(random: Random, value: JSONValue, other: JSONValue): JSONValue {
  if (random.chance(0.12)) return other;
  if (Array.isArray(value)) {
    const items = value.filter(() => !random.chance(0.15)).map((item) => mutated(random, item, random.pick(value)));
    if (random.chance(0.2)) items.reverse();
    if (random.chance(0.2) && Array.isArray(other)) items.push(...other.slice(0, 1));
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  const others = typeof other === "object" && other !== null && !Array.isArray(other) ? other : {};
  const kept = Object.entries(value).filter(() => !random.chance(0.15));
  const changed = kept.map(([key, item]): [string, JSONValue] => [
    key,
    mutated(random, item, Object.hasOwn(others, key) ? (others[key] as JSONValue) : item),
  ]);
  return { ...(random.chance(0.3) ? others : {}), ...Object.fromEntries(changed) };
}
