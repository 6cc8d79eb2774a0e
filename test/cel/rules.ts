import type { CELRuleSchema } from "../../runtime/cel/index.js";
import type { Random } from "../fuzz/random.js";

/** Rules of the whole object. */
const rootRules = [
  "self.replicas <= self.maxReplicas",
  "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas",
  "has(self.certName) != has(self.issuer)",
  "self.backends.all(b, b.weight >= 0 && b.weight <= 100)",
  "self.backends.all(b, self.backends.exists_one(c, c.name == b.name))",
  "self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
  "self.name == oldSelf.name",
  "self.backends == oldSelf.backends",
  "self.?issuer.orValue('none') in ['none', 'ca']",
  "self.backends.map(b, b.weight).sum() <= 200",
  "self.backends.map(b, b.name).isSorted()",
  "self.tags.isSorted()",
  "quantity(self.request).compareTo(quantity(self.limit)) <= 0",
  "isURL(self.url) && url(self.url).getScheme() == 'https'",
  "cidr(self.net).containsIP(self.ip)",
  "self.tags.filter(t, t.startsWith('k8s.')).size() == 0",
  "duration(self.timeout) < duration('1h')",
  "self.labels.all(k, v, k.size() < 64 && v.size() < 64)",
  "'%s has %d replicas'.format([self.name, self.replicas]) == '' && self.name.upperAscii() == 'WEB'",
  "!format.dns1123Label().validate(self.name).hasValue()",
  "semver(self.version).isGreaterThan(semver('1.0.0'))",
  "self.backends.all(b, b.tags.all(t, b.name == t && b.other.size() > 0))",
  "self.tags.all(t, self.tags.exists(u, u == t)) || self.metadata.name.startsWith(self.kind)",
  "self.tags.join(',').split(',').size() > 2 && self.name.replace('a', 'bc').size() > 1",
  "sets.contains(self.tags, ['a']) && self.tags.sort().reverse().distinct() == self.tags.slice(0, 2)",
  "self.labels.transformMap(k, v, v + k).size() > 0 && self.backends.sortBy(b, b.weight).size() > 1",
  "self.port == 1 || string(self.port).size() > 1 || bytes(self.name).size() > 3",
  "missing",
  "self.name",
];

const textRules = [
  "self.size() > 1",
  "self.matches('^[a-z]+$')",
  "self.contains(self)",
  "self == oldSelf",
  "size(self) < 3 ? self == 'a' : self + self != 'b'",
];
const backendRules = [
  "self.name != self.other",
  "self.tags.all(t, t != self.name)",
  "self.weight > 0",
  "self.tags.map(t, t + self.name).exists(t, t == 'a')",
];

/** Returns a schema with rules at several places, and with random bounds. */
export function randomRuleSchema(random: Random): CELRuleSchema {
  const rules = (texts: readonly string[]): Pick<CELRuleSchema, "x-kubernetes-validations"> => ({
    "x-kubernetes-validations": random.many(3, () => ({ rule: random.pick(texts) })),
  });
  const bound = <K extends string>(keyword: K): { readonly [key in K]?: number } => {
    const limit = random.pick([undefined, 0, 1, 5, 63, 1000, 100_000]);
    return (limit === undefined ? {} : { [keyword]: limit }) as { readonly [key in K]?: number };
  };
  const text = (): CELRuleSchema => ({ type: "string", ...bound("maxLength"), ...rules(textRules) });
  const list = (items: CELRuleSchema): CELRuleSchema => ({ type: "array", items, ...bound("maxItems") });
  const backend: CELRuleSchema = {
    type: "object",
    required: random.many(3, () => random.pick(["name", "other", "weight", "tags"])),
    properties: { name: text(), other: text(), weight: { type: "integer" }, tags: list(text()) },
    ...rules(backendRules),
  };
  const integer: CELRuleSchema = { type: "integer" };
  const texts = ["certName", "issuer", "name", "request", "limit", "url", "net", "ip", "timeout", "version"];
  return {
    type: "object",
    ...rules(rootRules),
    properties: {
      ...Object.fromEntries(texts.map((name) => [name, text()])),
      replicas: integer,
      minReplicas: integer,
      maxReplicas: integer,
      port: { "x-kubernetes-int-or-string": true, ...bound("maxLength") },
      backends: list(backend),
      tags: list(text()),
      labels: { type: "object", additionalProperties: text(), ...bound("maxProperties") },
    },
  };
}
