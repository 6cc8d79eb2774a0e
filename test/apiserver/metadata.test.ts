import type { AdmissionPlugin } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { InProcessServer, pizza, pizzas, toppings, type Json, type Reply } from "./harness.js";

const owner = (uid: string, more: object = {}) => ({
  apiVersion: "customresourceVersion",
  kind: "customresourceKind",
  name: "name",
  uid,
  ...more,
});
const creating = (ownerReferences: readonly object[], server = new InProcessServer()) =>
  server.post(pizzas, { ...pizza("a"), metadata: { name: "a", ownerReferences } });
const warnings = ({ headers }: Reply) => headers["warning"] ?? [];
const causes = ({ json }: Reply) =>
  JSON.parse(JSON.stringify(json["details"]?.["causes"] ?? [])) as readonly {
    readonly field: string;
    readonly message: string;
  }[];

function duplicates(uids: string, after = ""): readonly string[] {
  return [
    `299 - ".metadata.ownerReferences contains duplicate entries${after}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}"`,
  ];
}

describe("duplicate owner references (Go's TestDedupOwnerReferences)", () => {
  test.each<[string, readonly object[], readonly object[], string]>([
    [
      "one of several duplicates stays",
      ["1", "2", "1", "1", "2"].map((uid) => owner(uid)),
      [owner("1"), owner("2")],
      "1, 1, 2",
    ],
    [
      "one uid with different names stays",
      [owner("1", { name: "name1" }), owner("1", { name: "name2" })],
      [owner("1", { name: "name1" }), owner("1", { name: "name2" })],
      "",
    ],
    [
      "one uid with different versions stays",
      [owner("1", { apiVersion: "v1" }), owner("1", { apiVersion: "v2" })],
      [owner("1", { apiVersion: "v1" }), owner("1", { apiVersion: "v2" })],
      "",
    ],
    [
      "equal flags are a duplicate",
      [
        owner("1", { controller: false, blockOwnerDeletion: false }),
        owner("1", { blockOwnerDeletion: false, controller: false }),
      ],
      [owner("1", { controller: false, blockOwnerDeletion: false })],
      "1",
    ],
    [
      "an absent flag is not a false one",
      [owner("1", { controller: false, blockOwnerDeletion: false }), owner("1")],
      [owner("1", { controller: false, blockOwnerDeletion: false }), owner("1")],
      "",
    ],
    ["an empty list has no duplicate", [], [], ""],
  ])("%s", async (_title, given, kept, uids) => {
    const reply = await creating(given);
    expect(reply.status).toBe(201);
    expect(reply.json["metadata"]?.["ownerReferences"] ?? []).toEqual(kept);
    expect(warnings(reply)).toEqual(uids === "" ? [] : duplicates(uids));
  });

  test("a PUT warns of duplicates in the request; a PATCH and admission warn of duplicates in the result", async () => {
    const server = new InProcessServer();
    const { json } = await creating([owner("1")], server);
    const twice = { ...json, metadata: { ...json["metadata"], ownerReferences: [owner("1"), owner("1")] } };
    expect(warnings(await server.put(`${pizzas}/a`, twice))).toEqual(duplicates("1"));
    const after = " after mutating admission happens";
    expect(
      warnings(
        await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { ownerReferences: [owner("1"), owner("1")] } }),
      ),
    ).toEqual(duplicates("1", after));
    const doubling: AdmissionPlugin = {
      name: "Doubling",
      handles: () => true,
      admit: ({ object }) => {
        if (object !== undefined)
          object.metadata.ownerReferences = [
            ...(object.metadata.ownerReferences ?? []),
            ...(object.metadata.ownerReferences ?? []),
          ];
        return Promise.resolve();
      },
    };
    expect(warnings(await creating([owner("1")], new InProcessServer({ admission: [doubling] })))).toEqual(
      duplicates("1", after),
    );
  });
});

describe("invalid owner references (Go's TestValidateObjectMetaOwnerReferences)", () => {
  const controller = (kind: string, uid: string) => owner(uid, { kind, controller: true });
  const only = (first: string, second: string) =>
    `Only one reference can have Controller set to true. Found "true" in references for ${first}/name and ${second}/name`;
  test.each<[string, readonly object[], readonly [string, string][]]>([
    ["a reference to a custom resource is valid", [owner("1")], []],
    ["a reference to the core group is valid", [owner("1", { apiVersion: "v1", kind: "Pod" })], []],
    [
      "an Event cannot be an owner",
      [owner("1", { apiVersion: "v1", kind: "Event" })],
      [["[0]", "/v1, Kind=Event is disallowed from being an owner"]],
    ],
    [
      "an Event with the apiVersion /v1 cannot be an owner",
      [owner("1", { apiVersion: "/v1", kind: "Event" })],
      [["[0]", "/v1, Kind=Event is disallowed from being an owner"]],
    ],
    [
      "an apiVersion with two slashes is invalid",
      [owner("1", { apiVersion: "a/b/c" })],
      [["[0].apiVersion", "must be <group>/<version> or <version>"]],
    ],
    [
      "an apiVersion without a version is invalid",
      [owner("1", { apiVersion: "foo/" })],
      [["[0].apiVersion", "must be <group>/<version> or <version>"]],
    ],
    [
      "an empty reference is invalid",
      [{ apiVersion: "", kind: "", name: "", uid: "" }],
      ["apiVersion", "kind", "name", "uid"].map((key) => [`[0].${key}`, "Required value: must not be empty"]),
    ],
    [
      "one controller is valid",
      [
        owner("1", { controller: false }),
        owner("2", { controller: true }),
        owner("3", { controller: false }),
        owner("4"),
      ],
      [],
    ],
    [
      "two controllers are invalid",
      [owner("1", { controller: false }), controller("kind2", "2"), controller("kind3", "3"), owner("4")],
      [["", only("kind2", "kind3")]],
    ],
    [
      "the error of each further controller follows the errors of its reference",
      [
        controller("kind1", "1"),
        owner("", { kind: "kind2", controller: true }),
        { ...controller("kind3", "3"), name: "name" },
        owner("4", { kind: "" }),
      ],
      [
        ["[1].uid", "must not be empty"],
        ["", only("kind1", "kind2")],
        ["", only("kind1", "kind3")],
        ["[3].kind", "must not be empty"],
      ],
    ],
  ])("%s", async (_title, references, expected) => {
    const reply = await creating(references);
    expect(reply.status).toBe(expected.length === 0 ? 201 : 422);
    const found = causes(reply);
    expect(found.map(({ field }) => field)).toEqual(expected.map(([at]) => `metadata.ownerReferences${at}`));
    for (const [index, [, detail]] of expected.entries()) expect(found[index]?.message).toContain(detail);
  });

  test("the response for many controllers is small", async () => {
    const reply = await creating(Array.from({ length: 2000 }, (_, index) => controller("kind", String(index))));
    expect(reply.status).toBe(422);
    expect(reply.text.length).toBeLessThan(2 ** 18);
  });
});

describe("the causes of a refused update are those of Go, in the same order", () => {
  async function updated(change: (metadata: Json) => object, server = new InProcessServer()): Promise<Reply> {
    await server.post(toppings, { metadata: { name: "cheese" }, spec: { cost: 1 } });
    const { json } = await server.get(`${toppings}/cheese`);
    return server.put(`${toppings}/cheese`, {
      ...json,
      metadata: { ...json["metadata"], ...change(json["metadata"] ?? {}) },
    });
  }

  // Go's generic library repeats the errors of labels, annotations and owner references. For kinds
  // with declarative validation, as nearly all of Kubernetes 1.37, it does not.
  test("an error occurs once", async () => {
    const reply = await updated(() => ({
      labels: { "a b": "c" },
      annotations: { é: "" },
      ownerReferences: [owner("")],
      finalizers: ["?"],
      uid: undefined,
      deletionGracePeriodSeconds: 3,
    }));
    expect(causes(reply).map(({ field }) => field.replace("metadata.", ""))).toEqual([
      "labels",
      "annotations",
      "ownerReferences[0].uid",
      "finalizers",
      "deletionGracePeriodSeconds",
    ]);
  });

  test("the stored deletion timestamp replaces another one without a message", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "fin", finalizers: ["x.io/f"] }, spec: { cost: 1 } });
    await server.delete(`${toppings}/fin`);
    const { json } = await server.get(`${toppings}/fin`);
    const changed = await server.put(`${toppings}/fin`, {
      ...json,
      metadata: { ...json["metadata"], deletionTimestamp: "2020-01-01T00:00:00Z" },
    });
    expect(changed.status).toBe(200);
    expect(changed.json["metadata"]?.["deletionTimestamp"]).toBe(json["metadata"]?.["deletionTimestamp"]);
    const without = { ...changed.json["metadata"], deletionTimestamp: undefined };
    const restored = await server.put(`${toppings}/fin`, { ...json, metadata: without });
    expect(restored.json["metadata"]?.["deletionTimestamp"]).toBe(json["metadata"]?.["deletionTimestamp"]);
  });

  test("the error for new finalizers of an object that is being deleted lists them sorted, each once", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "fin", finalizers: ["x.io/f"] }, spec: { cost: 1 } });
    await server.delete(`${toppings}/fin`);
    const { json } = await server.get(`${toppings}/fin`);
    const changed = await server.put(`${toppings}/fin`, {
      ...json,
      metadata: { ...json["metadata"], finalizers: ["é", "x.io/f", "a b", "é"] },
    });
    expect(causes(changed).at(-1)?.message).toBe(
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a b", "é"}',
    );
  });
});
