import type { CRD } from "../../runtime/crd/index.js";
import { knownCRDs } from "../corpus/crds/crds.js";

type JSONValue = string | number | boolean | null | JSONValue[] | { [key: string]: JSONValue };

/** Values that replace others: many of them are wrong in most places. */
const values: readonly JSONValue[] = [
  "",
  "string",
  "object",
  "array",
  "integer",
  "map",
  "set",
  "atomic",
  "Webhook",
  ".spec.size",
  ".status.x",
  "A b",
  "v1",
  "self == oldSelf",
  true,
  false,
  0,
  1,
  2.5,
  -1,
  ["name"],
  [],
  {},
];

/** Keywords that are added to objects; in other objects they are unknown fields. */
const keywords: readonly (readonly [string, JSONValue])[] = [
  ["type", "string"],
  ["type", "object"],
  ["nullable", true],
  ["default", "a"],
  ["default", { a: 1 }],
  ["default", 7],
  ["enum", ["a", 1]],
  ["minLength", 2],
  ["maximum", 3],
  ["pattern", "^a("],
  ["required", ["name", "x"]],
  ["format", "uuid"],
  ["title", "T"],
  ["additionalProperties", { type: "string" }],
  ["additionalProperties", true],
  ["items", { type: "string" }],
  ["allOf", [{ required: ["name"] }, { properties: { name: { minLength: 1 } } }]],
  ["not", { type: "string", properties: { metadata: {} } }],
  ["x-kubernetes-preserve-unknown-fields", true],
  ["x-kubernetes-preserve-unknown-fields", false],
  ["x-kubernetes-embedded-resource", true],
  ["x-kubernetes-int-or-string", true],
  ["x-kubernetes-list-type", "map"],
  ["x-kubernetes-list-type", "set"],
  ["x-kubernetes-list-map-keys", ["name"]],
  ["x-kubernetes-map-type", "atomic"],
  ["x-kubernetes-validations", [{ rule: "self == self", fieldPath: ".name" }]],
];

/**
 * Returns a function of random whole numbers below a limit. The same seed gives the same numbers.
 */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns a copy of a CRD with one to three random changes. */
export function mutated(crd: CRD, random: (limit: number) => number): CRD {
  // The changes need a type without the names of properties, and can make a value that is not a
  // CRD.
  const copy = structuredClone(crd) as unknown as { spec: JSONValue };
  for (let changes = 1 + random(3); changes > 0; changes--) change(copy.spec, random);
  // As above.
  return copy as unknown as CRD;
}

/** The CRDs that are changed: all but the largest one, the last, whose judgement takes too long. */
const known: readonly CRD[] = knownCRDs().slice(0, -1);

/** Returns a copy of a CRD of a known project with random changes. */
export function knownMutant(seed: number, at: number): CRD {
  return mutated(known[at % known.length] ?? {}, randomNumbers(seed + at * 104_729));
}

function change(root: JSONValue, random: (limit: number) => number): void {
  const places = placesIn(root);
  const { holder, key } = pick(places, random);
  const other = pick(places, random);
  const kind = random(6);
  if (kind === 0) remove(holder, key);
  else if (kind === 1) set(holder, key, pick(values, random));
  else if (kind === 2) set(holder, key, structuredClone(get(other.holder, other.key)));
  else {
    // Schemas are objects with a type, and most of the interesting rules are about schemas.
    const schemas = places.map((place) => get(place.holder, place.key)).filter(isSchema);
    const schema = schemas.length === 0 ? undefined : pick(schemas, random);
    const [keyword, value] = pick(keywords, random);
    if (schema !== undefined) schema[keyword] = structuredClone(value);
  }
}

interface Place {
  readonly holder: JSONValue[] | Record<string, JSONValue>;
  readonly key: string;
}

function placesIn(value: JSONValue): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...placesIn(get(value, key))]);
}

function isSchema(value: JSONValue): value is Record<string, JSONValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && typeof value["type"] === "string";
}

function pick<T>(list: readonly T[], random: (limit: number) => number): T {
  return list[random(list.length)] as T;
}

function get(holder: Place["holder"], key: string): JSONValue {
  return Reflect.get(holder, key) as JSONValue;
}

function set(holder: Place["holder"], key: string, value: JSONValue): void {
  Reflect.set(holder, key, value);
}

function remove(holder: Place["holder"], key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}
