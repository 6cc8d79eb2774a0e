import { expect, test } from "vitest";
import { findingsOf, type Facts } from "../../../cmd/codegen/retire/findings.js";

test("a definition without stored versions, which Go encodes as null, does not need the version", () => {
  const facts: Facts = {
    served: ["v1"],
    resources: [],
    definitions: [
      {
        metadata: { name: "coffees.cafe.example.com" },
        spec: { group: "cafe.example.com", names: { plural: "coffees" }, versions: [{ name: "v1", storage: true }] },
        status: { storedVersions: null },
      },
    ],
    rules: [],
    metrics: undefined,
    listed: new Map(),
    rewritten: new Map(),
    unread: new Map(),
  };
  expect(findingsOf({ group: "cafe.example.com", version: "v1alpha1" }, facts, [])).toEqual([
    { what: "storedVersions", subject: "coffees.cafe.example.com", found: "" },
  ]);
});
