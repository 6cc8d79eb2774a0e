import type { CRD, CRDSchema } from "../../runtime/crd/index.js";
import { brokenCRDs, withProperty, type NamedCRD } from "./broken-crds.js";
import { randomRule } from "./broken-rules.js";
import { knownMutant, randomNumbers } from "./mutations.js";
import { randomCosts } from "./random-costs.js";

const object: CRDSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 20 },
    namespace: { type: "string", maxLength: 20 },
    count: { type: "integer" },
    list: { type: "array", maxItems: 5, items: { type: "string", maxLength: 20 } },
    map: { type: "object", maxProperties: 5, additionalProperties: { type: "integer" } },
  },
};

/** Rules with parts of CEL that only some versions of Kubernetes have. */
const expressions = [
  "self.count > 1.5",
  "self.namespace == 'a'",
  "self.?name.orValue('') == 'a'",
  "isQuantity(self.name) && quantity(self.name).isGreaterThan(quantity('1'))",
  "'%s'.format([self.name]) == 'a'",
  "sets.contains(self.list, ['a'])",
  "self.list.join('-') == 'a'",
  "isIP(self.name) && ip(self.name).family() == 4",
  "isCIDR(self.name) && cidr(self.name).prefixLength() == 8",
  "!format.dns1123Label().validate(self.name).hasValue()",
  "self.map.all(key, value, key != '' && value > 1)",
  "self.map.transformList(key, value, key).size() > 0",
  "isSemver(self.name) && semver(self.name).major() > 1",
  "self.list.distinct() == self.list",
  "self.list.sort() == self.list && self.list.slice(0, 1) == self.list",
  "self.list.isSorted() && self.list.min() == 'a'",
  "self.list.includes('a')",
];

/** Numbers of random CRDs. */
const numbers = { mutants: 100, rules: 100, costs: 100 } as const;

/** Returns the CRDs that the validators of several versions of Kubernetes judge. */
export function versionCases(): readonly NamedCRD[] {
  const random = randomNumbers(30);
  const several = (name: string, length: number, make: (at: number) => CRD): NamedCRD[] =>
    Array.from({ length }, (_, at) => ({ name: `${name} ${String(at)}`, crd: make(at) }));
  return [
    ...brokenCRDs,
    ...expressions.map((rule) => ({
      name: rule,
      crd: withProperty({ ...object, "x-kubernetes-validations": [{ rule }] }),
    })),
    ...several("rule", numbers.rules, () => withProperty(randomRule(random))),
    ...several("costs", numbers.costs, () => withProperty(randomCosts(random))),
    ...several("mutant", numbers.mutants, (at) => knownMutant(30, at)),
  ];
}

/** Fields with the first minor version of Kubernetes that has them. */
const fields: Readonly<Record<string, number>> = { optionalOldSelf: 29, selectableFields: 30 };

/** Returns a CRD without the fields that a version does not know: strict decoding refuses them. */
export function withKnownFields(crd: CRD, version: string): CRD {
  const minor = Number(version.split(".")[1]);
  const text = JSON.stringify(crd, (key, value: unknown) => ((fields[key] ?? 0) > minor ? undefined : value));
  // A part of the fields of a CRD are those of a CRD.
  return JSON.parse(text) as CRD;
}
