import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import type { Random } from "../fuzz/random.js";

/** The names of fields. Those that end in _v1 have the ending _v2 in the other version. */
export const fieldNames = ["a", "b_v1", "name", "port", "key_v1", "é"];
const typeNames = ["t0", "t1", "t2"];
const scalars = ["string", "numeric", "boolean", "untyped", "string", "numeric"];

/** Returns a value with all names of version v1 replaced by those of another version. */
export function renamed(value: JSONValue, version: string): JSONValue {
  return JSON.parse(JSON.stringify(value).replaceAll(/_v[12]"/g, `_${version}"`)) as JSONValue;
}

/** Returns a schema with the types `root_v1` and `root_v2`. */
export function randomSchema(random: Random): JSONObject {
  const types = [...typeNames, "root"].map((name) => ({ name: `${name}_v1`, ...randomAtom(random, name === "root") }));
  const all = [...types, ...(renamed(types, "v2") as JSONObject[]), ...untypedTypes];
  // A type that is missing is an error where it is used.
  return { types: random.chance(0.03) ? all.slice(1) : all };
}

const untyped = (name: string, elementRelationship: string): JSONObject => ({
  name,
  scalar: "untyped",
  list: { elementType: { namedType: "__untyped_atomic_" }, elementRelationship: "atomic" },
  map: { elementType: { namedType: name }, elementRelationship },
});
const untypedTypes = [untyped("__untyped_atomic_", "atomic"), untyped("__untyped_deduced_", "separable")];

function randomAtom(random: Random, isRoot: boolean): JSONObject {
  if (isRoot || random.chance(0.7)) return { map: randomStruct(random, isRoot ? 5 : 3) };
  return randomInlined(random, 1);
}

function randomStruct(random: Random, size: number): JSONObject {
  const names = fieldNames.filter(() => random.chance((size + 1) / fieldNames.length)).slice(0, size);
  const struct: JSONObject = { fields: names.map((name) => randomField(random, name)) };
  if (random.chance(0.1)) struct["elementType"] = randomRef(random, 1);
  if (random.chance(0.08)) struct["elementRelationship"] = random.pick(["atomic", "separable"]);
  return struct;
}

function randomField(random: Random, name: string): JSONObject {
  const field: JSONObject = { name, type: randomRef(random, 0) };
  if (random.chance(0.15)) field["default"] = random.pick<JSONValue>(["x", 1, true, "y"]);
  return field;
}

function randomRef(random: Random, depth: number): JSONObject {
  if (random.chance(0.35)) return { scalar: random.pick(scalars) };
  if (random.chance(0.4)) return namedRef(random);
  return randomInlined(random, depth);
}

function namedRef(random: Random): JSONObject {
  if (random.chance(0.1)) return { namedType: "__untyped_deduced_" };
  const ref: JSONObject = { namedType: `${random.pick(typeNames)}_v1` };
  if (random.chance(0.1)) ref["elementRelationship"] = random.pick(["atomic", "separable", "associative"]);
  return ref;
}

function randomInlined(random: Random, depth: number): JSONObject {
  const roll = random.next();
  if (roll < 0.1) return { list: { elementType: randomRef(random, depth + 1), elementRelationship: "atomic" } };
  if (roll < 0.3) return setOf(random);
  if (roll < 0.65 && depth < 3) return listMap(random, depth);
  if (roll < 0.68) return { list: { elementType: randomRef(random, depth + 1) } };
  if (roll < 0.75) return { scalar: random.pick(scalars), ...setOf(random) };
  if (roll < 0.8) return { scalar: random.pick(scalars), map: mapOf(random, depth) };
  return { map: mapOf(random, depth) };
}

function mapOf(random: Random, depth: number): JSONObject {
  const map: JSONObject = { elementType: randomRef(random, depth + 1) };
  if (random.chance(0.15)) map["elementRelationship"] = "atomic";
  return map;
}

function setOf(random: Random): JSONObject {
  return { list: { elementType: { scalar: random.pick(scalars) }, elementRelationship: "associative" } };
}

function listMap(random: Random, depth: number): JSONObject {
  const keys = fieldNames.filter(() => random.chance(0.3)).slice(0, 3);
  const used = keys.length === 0 ? ["name"] : keys;
  const fields = [...new Set([...used, "a", "port"])].map((name) =>
    used.includes(name)
      ? { ...randomField(random, name), type: { scalar: random.pick(["string", "numeric", "untyped"]) } }
      : { name, type: randomRef(random, depth + 1) },
  );
  const elementType = random.chance(0.3) ? namedRef(random) : { map: { fields } };
  return { list: { elementType, elementRelationship: "associative", keys: used } };
}
