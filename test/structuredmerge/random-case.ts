import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { Random } from "../fuzz/random.js";
import { mutated, randomJSON, randomValue, type Wrongness } from "./random-object.js";
import { randomSchema, renamed } from "./random-schema.js";
import type { Case, Step } from "./case.js";
import { randomSet, randomText } from "./random-set.js";

/** Returns the case of a seed: operations of several managers in several versions, and probes. */
export function randomCase(seed: number): Case {
  const random = new Random(seed);
  const schema = randomSchema(random);
  const wrong: Wrongness = { probability: random.pick([0, 0, 0, 0.02, 0.06]) };
  const root = { namedType: "root_v1" };
  const objects = Array.from({ length: 3 }, () => randomValue(random, schema, root, wrong));
  const steps: Step[] = [];
  const size = 3 + random.int(8);
  while (steps.length < size) steps.push(randomStep(random, schema, objects));
  return { schema, ...randomOptions(random), steps };
}

function randomOptions(random: Random): Partial<Case> {
  const sets = (): JSONValue[] => [JSON.parse(randomSet(random)) as JSONValue];
  const prefixes = (): string[][] => Array.from({ length: random.int(4) }, () => randomPrefix(random));
  const roll = random.next();
  const returnInputOnNoop = random.chance(0.3);
  if (roll < 0.08) return { returnInputOnNoop, ignored: { v1: sets(), v2: sets() } };
  if (roll < 0.16) return { returnInputOnNoop, filters: { v1: prefixes(), v2: prefixes() } };
  return { returnInputOnNoop };
}

function randomPrefix(random: Random): string[] {
  const part = (): string => random.pick(["*", "f:a", "f:b_v1", "f:name", "f:x", 'v:"x"', "i:0", 'k:{"name":"x"}']);
  return Array.from({ length: 1 + random.int(2) }, part);
}

function randomStep(random: Random, schema: JSONObject, objects: JSONValue[]): Step {
  const roll = random.next();
  if (roll < 0.72) return randomWrite(random, schema, objects);
  if (roll < 0.75) return { kind: "schema", schema: changedSchema(random, schema) };
  if (roll < 0.83) return valuesStep(random, objects);
  if (roll < 0.88) return setsStep(random);
  if (roll < 0.92) return { kind: "fromValue", object: randomJSON(random, 0) };
  if (roll < 0.95) return { kind: "order", object: randomJSON(random, 0), other: randomJSON(random, 0) };
  if (roll < 0.98) return { kind: "parse", text: randomText(random, randomSet(random)) };
  return { kind: "element", text: randomText(random, random.pick(['k:{"a":1,"b":"x"}', 'v:"a"', "i:12", "v:-0.5e3"])) };
}

function randomWrite(random: Random, schema: JSONObject, objects: JSONValue[]): Step {
  const root = { namedType: "root_v1" };
  const [base, other] = [random.pick(objects), random.pick(objects)];
  const fresh = random.chance(0.1) ? randomValue(random, schema, root, { probability: 0 }) : base;
  const object = random.chance(0.3) ? fresh : mutated(random, fresh, other);
  // Most requests are for objects; a null or scalar object is rare.
  const isMap = typeof object === "object" && object !== null && !Array.isArray(object);
  const version = random.pick(["v1", "v1", "v2"]);
  objects[random.int(objects.length)] = isMap ? object : base;
  return {
    kind: random.chance(0.55) ? "apply" : "update",
    manager: random.pick(["one", "two", "three", 'fo"ur']),
    version,
    force: random.chance(0.4),
    dups: random.chance(0.3),
    object: renamed(isMap || random.chance(0.05) ? object : base, version),
  };
}

/** Changes what lists and maps are: atomic, or with own managers for their items. */
function changedSchema(random: Random, schema: JSONObject): JSONValue {
  const flip = (value: JSONValue): JSONValue => {
    if (Array.isArray(value)) return value.map(flip);
    if (typeof value !== "object" || value === null) return value;
    const changed = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, flip(item)]));
    if ("elementType" in changed && random.chance(0.15)) changed["elementRelationship"] = "atomic";
    return changed;
  };
  return flip(schema);
}

function valuesStep(random: Random, objects: JSONValue[]): Step {
  const [object, other] = [random.pick(objects), random.pick(objects)];
  return {
    kind: "values",
    type: random.pick(["", "root_v1", "root_v1", "t0_v1"]),
    dups: random.chance(0.4),
    object,
    other: mutated(random, object, other),
    sets: [randomSet(random)],
  };
}

function setsStep(random: Random): Step {
  const parts = Array.from({ length: random.int(4) }, () => randomPrefix(random));
  return {
    kind: "sets",
    type: random.pick(["", "root_v1", "t0_v1", "none"]),
    sets: [randomSet(random), randomSet(random)],
    parts,
  };
}
