import type { CRDSchema } from "../../runtime/crd/index.js";

type Random = (limit: number) => number;

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Rules of the forms that the crd generator writes, for a value of any type. */
const ofValues = ["self == oldSelf", "self == self", "self != oldSelf || self == self"];

/** Rules of the forms that the crd generator writes, for an object with these properties. */
const ofObjects = [
  "has(self.kind)",
  "!has(oldSelf.kind) || has(self.kind)",
  "(has(self.kind)?1:0)+(has(self.c__dash__c)?1:0) == 1",
  "(has(self.kind)?1:0)+(has(self.__in__)?1:0)+(has(self.c__dash__c)?1:0) <= 1",
  "has(self.c__dash__c)||has(self.__in__)||has(self.kind)",
  "has(self.c__dash__c) == (has(self.kind) && self.kind == 'Abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst')",
  "self.kind != 'A' || (self.kind == oldSelf.kind)",
  "self.kind != 'A' || (!has(oldSelf.c__dash__c) || has(self.c__dash__c))",
  "size(self.kind) > 3 && self.kind.size() < 5",
  "self == oldSelf",
];

/**
 * Returns a random schema of lists, maps, objects and texts, with rules and bounds in some places.
 */
export function randomCosts(random: Random, depth = 0): CRDSchema {
  const kind = random(depth > 3 ? 4 : 8);
  if (kind === 6) return randomObject(random, depth);
  const value = kind === 7 ? randomList(random, depth) : randomValue(random, depth, kind);
  return random(2) === 0 ? value : { ...value, "x-kubernetes-validations": [{ rule: pick(random, ofValues) }] };
}

function randomValue(random: Random, depth: number, kind: number): CRDSchema {
  if (kind < 2) return { type: "string", ...randomText(random) };
  if (kind === 2) return { type: pick(random, ["integer", "boolean", "number"]) };
  if (kind === 3) return { "x-kubernetes-int-or-string": true, ...pick<CRDSchema>(random, [{}, { maxLength: 20 }]) };
  const bound = pick<CRDSchema>(random, [{}, { maxProperties: pick(random, [1, 5, 20, 1000, 100_000]) }]);
  return { type: "object", additionalProperties: randomCosts(random, depth + 1), ...bound };
}

function randomText(random: Random): CRDSchema {
  return pick<CRDSchema>(random, [
    {},
    { maxLength: pick(random, [0, 1, 5, 63, 300, 4000, 100_000]) },
    { enum: ["a", "bcd", "éé"] },
    { format: pick(random, ["byte", "date", "date-time", "duration", "uuid"]) },
    { format: "byte", maxLength: 77 },
  ]);
}

function randomObject(random: Random, depth: number): CRDSchema {
  const names = ["a", "bb", "c-c", "in", "kind"].slice(random(3));
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      name === "kind" ? { type: "string", enum: ["A", "Bcd"] } : randomCosts(random, depth + 1),
    ]),
  );
  const required = names.filter(() => random(2) === 0);
  const rules = random(2) === 0 ? {} : { "x-kubernetes-validations": [{ rule: pick(random, ofObjects) }] };
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }), ...rules };
}

function randomList(random: Random, depth: number): CRDSchema {
  const items = randomCosts(random, depth + 1);
  const bound = pick<CRDSchema>(random, [{}, { maxItems: pick(random, [0, 1, 5, 20, 1000, 100_000]) }]);
  // Rules with oldSelf need keys.
  if (items.properties?.["kind"] === undefined) return { type: "array", items, ...bound };
  const required = [...new Set([...(items.required ?? []), "kind"])];
  const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["kind"] };
  return { type: "array", items: { ...items, required }, ...keyed, ...bound };
}
