import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import type { Random } from "../fuzz/random.js";

/** @file Random parts of the kind Thing (thing.ts), in version v1. */

const names = ["x", "y", "z", "<é>"];
const numbers = [0, 1, 2, 80];

type Make = (random: Random, depth: number) => JSONValue;

const text: Make = (random) => random.pick(["a", "b", "<&>", "é\u2028"]);
const number: Make = (random) => random.pick(numbers);
const labels: Make = (random) => mapOf(random, ["x", "y", "constructor"], text, 0);
const list =
  (item: Make): Make =>
  (random, depth) =>
    random.many(3, () => item(random, depth));

/** Returns a set, which is rarely wrong: with an item twice. */
const setOf =
  (item: Make): Make =>
  (random, depth) => {
    const items = list(item)(random, depth) as JSONValue[];
    return random.chance(0.02) ? items : [...new Set(items)];
  };

/**
 * Returns a list whose items mostly have different keys.
 *
 * @param lacking how often an item has no key
 */
function keyed(key: (random: Random) => JSONObject, item: Make, lacking = 0.01): Make {
  return (random, depth) => {
    const items = new Map<string, JSONValue>();
    for (const rest of random.many(3, () => item(random, depth + 1))) {
      const own = random.chance(lacking) ? {} : key(random);
      items.set(JSON.stringify(own) + (random.chance(0.01) ? " twice" : ""), { ...own, ...(rest as JSONObject) });
    }
    return [...items.values()];
  };
}

const port: Make = (random, depth) => mapOf(random, ["name", "a_v1"], text, depth);
const ports = keyed(
  (random) => (random.chance(0.7) ? { port: number(random, 0), protocol: random.pick(["TCP", "UDP"]) } : { port: 80 }),
  port,
);

function mapOf(random: Random, keys: readonly string[], make: Make, depth: number): JSONObject {
  return Object.fromEntries(keys.filter(() => random.chance(0.5)).map((key) => [key, make(random, depth + 1)]));
}

/** Returns some properties of an object. */
function some(random: Random, makers: Readonly<Record<string, Make>>, share: number, depth = 0): JSONObject {
  const chosen = Object.entries(makers).filter(() => random.chance(share));
  return Object.fromEntries(chosen.map(([name, make]) => [name, make(random, depth)]));
}

const part: Make = (random, depth) => some(random, { size_v1: number, ports, tags: setOf(text) }, 0.5, depth);
const parts = keyed((random) => ({ name: random.pick(names) }), part);
const json: Make = (random, depth) =>
  depth > 2 || random.chance(0.4)
    ? random.pick<JSONValue>(["a", 1, true])
    : random.chance(0.3)
      ? random.many(2, () => json(random, depth + 1))
      : mapOf(random, ["x", "y_v1", "__proto__"], json, depth);

const specMakers: Readonly<Record<string, Make>> = {
  replicas: (random) => random.int(3),
  image_v1: text,
  on: (random) => random.chance(0.5),
  labels_v1: labels,
  fixedLabels: labels,
  set: setOf(text),
  list: list(number),
  parts,
  partOf_v1: part,
  fixed: (random) => some(random, { a: text, b_v1: number }, 0.6),
  fixedParts: parts,
  any: json,
  raw: (random) => mapOf(random, ["x", "y_v1"], json, 0),
  byName: (random, depth) => mapOf(random, ["x", "y"], part, depth),
  quantity: (random) => random.pick<JSONValue>(["10%", 1, 2]),
};

const statusMakers: Readonly<Record<string, Make>> = {
  ready_v1: number,
  conditions: keyed(
    (random) => ({ type: random.pick(["Ready", "Done"]) }),
    (random) => some(random, { status_v1: text }, 0.7),
  ),
};

const metadataMakers: Readonly<Record<string, Make>> = {
  labels,
  annotations: labels,
  finalizers: setOf((random) => random.pick(["f/a", "f/b"])),
  ownerReferences: keyed(
    (random) => ({ uid: random.pick(["1", "2"]) }),
    (random) => ({ apiVersion: "v1", kind: "Owner", name: random.pick(names) }),
    // The decoder writes a zero for a required field.
    0,
  ),
};

/** Returns some properties of an object. @param share the part of the properties that it has */
export function randomThing(random: Random, share: number): JSONObject {
  return {
    ...(random.chance(0.95) && { spec: some(random, specMakers, share) }),
    ...(random.chance(0.3) && { status: some(random, statusMakers, 0.6) }),
    metadata: { name: "thing", ...some(random, metadataMakers, share / 2) },
  };
}

/** The fields whose values the merge engine checks as strictly as the decoder. */
const checkedFields = Object.keys(specMakers).filter((name) => name !== "raw" && name !== "quantity");

/** Returns an object in which a part has a wrong type, or is not declared. */
export function wrongThing(random: Random, thing: JSONObject): JSONObject {
  const spec = (thing["spec"] ?? {}) as JSONObject;
  const wrong = random.pick<JSONObject>([
    { spec: { ...spec, undeclared: 1 } },
    {
      spec: { ...spec, [random.pick(checkedFields)]: random.pick<JSONValue>([1, "x", [1], { x: 1 }, true]) },
    },
    { spec: random.pick<JSONValue>(["x", [], 1]) },
    { kind: random.pick(["Other", ""]) },
    { apiVersion: random.pick(["a/b/c", "", "other/v1", "v1"]) },
    { metadata: { name: "thing", managedFields: random.pick<JSONValue>([[], [{}], "x", ["x"]]) } },
  ]);
  return { ...thing, ...wrong };
}
