import type { CELSchema } from "../../runtime/cel/index.js";

const text: CELSchema = { type: "string" };
const integer: CELSchema = { type: "integer" };

/** The schema of the twenty rules. */
export const schema: CELSchema = {
  type: "object",
  properties: {
    ...Object.fromEntries(
      ["certName", "issuer", "name", "request", "limit", "url", "net", "ip", "timeout", "version"].map((name) => [
        name,
        text,
      ]),
    ),
    replicas: integer,
    minReplicas: integer,
    maxReplicas: integer,
    backends: { type: "array", items: { type: "object", properties: { name: text, weight: integer } } },
    tags: { type: "array", items: text },
    labels: { type: "object", additionalProperties: text },
  },
};

/** An object that fulfils all rules. */
export const object = {
  certName: "web",
  name: "web",
  request: "100m",
  limit: "1",
  url: "https://example.com/pizza",
  net: "10.0.0.0/8",
  ip: "10.1.2.3",
  timeout: "30s",
  version: "1.2.3",
  replicas: 3,
  minReplicas: 1,
  maxReplicas: 5,
  backends: [
    { name: "a", weight: 50 },
    { name: "b", weight: 30 },
    { name: "c", weight: 20 },
    { name: "d", weight: 0 },
  ],
  tags: ["a", "b"],
  labels: { app: "web", tier: "front" },
};

/**
 * The rules with the costs that cel-go v0.29.2 counts for the object, which is also the old one.
 */
export const rules: readonly (readonly [rule: string, cost: bigint])[] = [
  ["self.replicas <= self.maxReplicas", 5n],
  ["self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas", 10n],
  ["has(self.certName) != has(self.issuer)", 3n],
  ["self.backends.all(b, b.weight >= 0 && b.weight <= 100)", 39n],
  ["self.backends.all(b, self.backends.exists_one(c, c.name == b.name))", 119n],
  ["self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')", 10n],
  ["self.name == oldSelf.name", 5n],
  ["self.backends == oldSelf.backends", 5n],
  ["self.?issuer.orValue('none') in ['none', 'ca']", 1n],
  ["self.backends.map(b, b.weight).sum() <= 200", 64n],
  ["self.backends.map(b, b.name).isSorted()", 59n],
  ["quantity(self.request).compareTo(quantity(self.limit)) <= 0", 8n],
  ["isURL(self.url) && url(self.url).getScheme() == 'https'", 10n],
  ["cidr(self.net).containsIP(self.ip)", 7n],
  ["self.tags.filter(t, t.startsWith('k8s.')).size() == 0", 9n],
  ["duration(self.timeout) < duration('1h')", 4n],
  ["self.labels.all(k, v, k.size() < 64 && v.size() < 64)", 21n],
  [
    "'%s has %d replicas'.format([self.name, self.replicas]) == 'web has 3 replicas' && self.name.upperAscii() == 'WEB'",
    22n,
  ],
  ["!format.dns1123Label().validate(self.name).hasValue()", 13n],
  ["semver(self.version).isGreaterThan(semver('1.0.0'))", 5n],
];
