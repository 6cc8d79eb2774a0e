import type { CELRule, CELRuleSchema } from "../../../runtime/cel/index.js";
import type { Random } from "../../fuzz/random.js";

const textRules = [
  "self != 'a'",
  "self == oldSelf",
  "self.size() < 2",
  "self.matches('^a')",
  "self.missing",
  "",
  "self.startsWith(1)",
];
const intRules = ["self > 0", "self >= oldSelf", "self / (self - 1) >= 0", "self + 1 > self"];
const itemRules = [
  "self.name != 'b'",
  "self.weight > 0",
  "has(self.on) && self.on",
  "self.weight == oldSelf.weight",
  "!oldSelf.hasValue() || self.name == oldSelf.value().name",
];
const rootRules = [
  "has(self.name)",
  "self.name == oldSelf.name",
  "self.items.all(i, i.weight >= 0)",
  "self.items.map(i, i.name) == self.tags",
  "self.port == 1",
  "self.port > 1",
  "self.labels.all(k, v, v != '')",
  "self == oldSelf",
  "self.metadata.name == self.name",
  "self.items.all(i, self.items.all(j, self.items.all(k, i.name + j.name + k.name != '')))",
];
const messages = ["'bad ' + string(self)", "'bad'", "''", "'a\\nb'", "string(1 / 0)", "string(oldSelf)", "' ok '"];

/**
 * Returns a schema with random rules, on values that are matched with old values in several ways.
 */
export function randomRules(random: Random): CELRuleSchema {
  const rule = (texts: readonly string[]): CELRule => {
    const text = random.pick(texts);
    const usesOldSelf = text.includes("oldSelf");
    return {
      rule: text,
      ...(random.chance(0.3) && { message: random.pick(["wrong", " wrong ", ""]) }),
      ...(random.chance(0.3) && { messageExpression: random.pick(messages) }),
      ...(random.chance(0.3) && {
        reason: random.pick([
          "FieldValueInvalid",
          "FieldValueForbidden",
          "FieldValueRequired",
          "FieldValueDuplicate",
        ] as const),
      }),
      ...(random.chance(0.2) && { fieldPath: random.pick([".name", ".labels['a']", ".labels.a", ".spec.x", "name"]) }),
      ...((text.includes("hasValue") || (usesOldSelf && random.chance(0.1))) && { optionalOldSelf: true }),
    };
  };
  const rules = (texts: readonly string[], chance = 0.7): Pick<CELRuleSchema, "x-kubernetes-validations"> =>
    random.chance(chance) ? { "x-kubernetes-validations": random.many(2, () => rule(texts)) } : {};
  const text = (): CELRuleSchema => ({ type: "string", ...rules(textRules, 0.3) });
  const item: CELRuleSchema = {
    type: "object",
    properties: { name: text(), weight: { type: "integer", ...rules(intRules, 0.3) }, on: { type: "boolean" } },
    ...rules(itemRules),
  };
  const listType = random.pick([
    {},
    { "x-kubernetes-list-type": "atomic" },
    { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "weight"] },
  ]);
  const mapType = random.pick([{}, { "x-kubernetes-map-type": "atomic" }, { "x-kubernetes-map-type": "granular" }]);
  return {
    type: "object",
    ...rules(rootRules),
    ...(random.chance(0.2) && { allOf: [{ ...rules(rootRules), properties: { name: { ...rules(textRules) } } }] }),
    properties: {
      name: text(),
      tags: { type: "array", "x-kubernetes-list-type": "set", items: text(), ...rules(["self.size() > 1"], 0.2) },
      items: { type: "array", ...listType, items: item },
      labels: { type: "object", ...mapType, additionalProperties: text() },
      port: { "x-kubernetes-int-or-string": true },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      template: { type: "object", "x-kubernetes-embedded-resource": true, ...rules(["self.kind != 'a'"], 0.3) },
      "a b": text(),
      nullable: { type: "integer", nullable: true, ...rules(intRules, 0.3) },
    },
  };
}
