import type { Rule, CRDSchema } from "../../runtime/crd/index.js";

/** A schema with values of all types that CEL rules can name. */
const object: CRDSchema = {
  type: "object",
  properties: {
    count: { type: "integer" },
    name: { type: "string", maxLength: 10 },
    flag: { type: "boolean" },
    list: {
      type: "array",
      maxItems: 10,
      items: { type: "object", properties: { x: { type: "string", maxLength: 3 } } },
    },
    map: { type: "object", maxProperties: 5, additionalProperties: { type: "integer" } },
    untyped: { "x-kubernetes-preserve-unknown-fields": true },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
    port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    inner: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    empty: { type: "object" },
    date: { type: "string", format: "date-time" },
    in: { type: "boolean" },
    namespace: { type: "boolean" },
    foo: { type: "boolean" },
    "a-b": { type: "boolean" },
    "a.b/c__d": { type: "boolean" },
    $ref: { type: "boolean" },
  },
};

/** Expressions of rules on the object, most of them with a mistake. */
const expressions: readonly string[] = [
  "self.nope == 1",
  "self.nope == 1 || self.nope2 == 1",
  "has(self.nope)",
  "has(self.count)",
  "self.?nope.orValue(1) == 1",
  "self.?count.orValue(1) == 1",
  "oldSelf.nope == 1",
  "self.count",
  "self.count + 1",
  "-self.count",
  "self.name",
  "self.name + 'x'",
  "self.name.size()",
  "self.name.size() > 1",
  "self.flag",
  "!self.flag",
  "self.flag ? 1 : 2",
  "self.flag ? true : false",
  "self.count.x == 1",
  "self.list.all(i, i.y == 'a')",
  "self.list.all(i, i.x == 'a')",
  "self.list.exists(i, i.x == 'a' && self.list.all(j, j.z == i.x))",
  "self.list.map(i, i.x)",
  "self.list.filter(i, i.x == 'a').size() > 1",
  "self.list[0].zz == ''",
  "self.list[0].x == ''",
  "self.map.a == 1",
  "self.map['a'] == 1",
  "self.map.all(k, self.map[k] == 1)",
  "self.map.all(k, v, v == 1)",
  "self.untyped == 1",
  "self.open.a == ''",
  "self.open.b == ''",
  "self.port",
  "self.port.foo",
  "self.port == 'a'",
  "self.inner.metadata.name == 'x'",
  "self.inner.metadata.labels == 'x'",
  "self.inner.foo == 'x'",
  "self.empty.x == 1",
  "self.date",
  "self.date.getFullYear() == 1",
  "self.__in__",
  "self.in",
  "self.namespace",
  "self.__namespace__",
  "self.__foo__",
  "self.a__dash__b",
  "self.a__dash__b__dot__",
  "self.a__dot__b__slash__c__underscores__d",
  "self.$ref",
  "self.size( >",
  "self.name +",
  "'unclosed",
  "null",
  "[true]",
  "{'a': true}",
  "apiVersion == ''",
  "self == self",
  // Constants are evaluated when a rule is compiled.
  "self.count > int('a')",
  "self.count > 1 / 0",
  "self.name.matches('[')",
  "duration('1') < duration('2s')",
  "oldSelf.count > int('a')",
  "self.name == 'a' && quantity('1x').isInteger()",
];

const rules: Readonly<Record<string, Rule>> = {
  "message of a wrong rule": { rule: "self.name +", messageExpression: "self.nope +" },
  "message of another type": { rule: "self.flag", messageExpression: "self.count" },
  "message with a mistake": { rule: "self.flag", messageExpression: "self.name +" },
  "message with an unknown field": { rule: "self.flag", messageExpression: "'a' + self.nope" },
  "optionalOldSelf of a wrong rule": { rule: "self.nope", optionalOldSelf: true },
  "optionalOldSelf without oldSelf": { rule: "self.flag", optionalOldSelf: false },
  "two lines without a message": { rule: "self.flag ||\nself.flag" },
};

/** Schemas with a CEL rule, by the names of the cases. */
export const brokenRules: Readonly<Record<string, CRDSchema>> = Object.fromEntries(
  [...expressions.map((rule) => [rule, { rule }] as const), ...Object.entries(rules)].map(([name, rule]) => [
    `rule: ${name}`,
    { ...object, "x-kubernetes-validations": [rule] },
  ]),
);

/** Returns a schema with a CEL rule of random parts of the expressions, most of them wrong. */
export function randomRule(random: (limit: number) => number): CRDSchema {
  const one = () => expressions[random(expressions.length)] ?? "";
  const [first, second, third] = [one(), one(), one()];
  const forms = [
    `(${first}) && (${second})`,
    `!(${first}) || ${second}`,
    `self.flag ? (${first}) : (${second})`,
    `self.list.all(k, (${first.replaceAll("self.name", "k.x")}) || k.y == 1)`,
    `[${first}, ${second}].exists(e, e == (${third}))`,
    `self.map.exists(self, ${first}) || ${second}`,
    `size(${first}) > 1 && has(self.${second.slice(5, 9)})`,
    `{'a': ${first}}.a == (${second}) && self.list.map(i, ${third}).size() == 1`,
    `${first.slice(0, 9)}${second}`,
  ];
  return { ...object, "x-kubernetes-validations": [{ rule: forms[random(forms.length)] ?? "" }] };
}
