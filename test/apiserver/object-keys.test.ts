import { fields, labels } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { ObjectKeys } from "../../apiserver/registry/object-keys.js";

const namespaced = new ObjectKeys("/registry/g/pizzas", true);
const clusterWide = new ObjectKeys("/registry/g/toppings", false);

describe("DefaultStoreKeyFuncs: keys of namespaced and cluster-wide objects", () => {
  test("a key has the namespace of a namespaced kind only", () => {
    expect([namespaced.key("ns", "a"), clusterWide.key("", "a"), clusterWide.key("ns", "a")]).toEqual([
      "/registry/g/pizzas/ns/a",
      "/registry/g/toppings/a",
      "/registry/g/toppings/a",
    ]);
  });

  test("a folder ends with a slash, so that it contains no other namespace", () => {
    expect([namespaced.folder("ns"), namespaced.folder(""), clusterWide.folder("ns")]).toEqual([
      "/registry/g/pizzas/ns/",
      "/registry/g/pizzas/",
      "/registry/g/toppings/",
    ]);
  });

  test.each([
    ["", "a", "Namespace parameter required."],
    ["ns", "", "Name parameter required."],
    ["ns", "..", `Name parameter invalid: "..": may not be '..'`],
    ["ns", "a/b", `Name parameter invalid: "a/b": may not contain '/'`],
    ["ns", "a%/b", `Name parameter invalid: "a%/b": may not contain '/';may not contain '%'`],
  ])("namespace %j and name %j have no key", (namespace, name, message) => {
    expect(() => namespaced.key(namespace, name)).toThrow(message);
    if (namespace !== "") expect(() => clusterWide.key("", name)).toThrow(message);
  });
});

test.each([
  ["metadata.name=a", "ns", true],
  ["metadata.name=a", "", false],
  ["metadata.name!=a", "ns", false],
  ["metadata.namespace=ns", "ns", false],
  ["spec.size=1,metadata.name=a", "ns", true],
  ["metadata.name=a,metadata.namespace=ns", "", true],
])("the selector %s in namespace %j selects one object only: %s", (selector, namespace, isOne) => {
  const selection = { labels: labels.everything, fields: fields.parse(selector) };
  expect(namespaced.selectsOne(namespace, selection)).toBe(isOne);
});
