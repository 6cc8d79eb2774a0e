import { namespaceGroup, newAPIGroups, secretGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { InProcessServer, type Sent } from "./harness.js";

/**
 * @file Answers of kube-apiserver 1.37.2 to unusual requests for Secrets and Namespaces, which
 * were found by sending random requests to both servers.
 */

const server = new InProcessServer({
  groups: [
    (storage) => {
      const [group] = newAPIGroups([secretGroup, namespaceGroup], {
        scheme: new Scheme(),
        storage,
        keyPrefix: "/registry/test",
      });
      if (group === undefined) throw new Error("the two groups are one");
      return group;
    },
  ],
});
const secrets = "/api/v1/namespaces/default/secrets";

async function metadataOf(metadata: object, sent: Sent = {}): Promise<unknown> {
  const { status, json } = await server.send("POST", secrets, { ...sent, body: { metadata } });
  return status === 201 ? json["metadata"] : json["message"];
}

describe("the metadata of a new object", () => {
  test("has no empty strings, and no generation of 0", async () => {
    const empty = { generateName: "", namespace: "", selfLink: "", uid: "", generation: 0, resourceVersion: "" };
    const metadata = (await metadataOf({ name: "empty", ...empty })) as { readonly uid: string };
    const kept = ["creationTimestamp", "managedFields", "name", "namespace", "resourceVersion", "uid"];
    expect(Object.keys(metadata).toSorted()).toEqual(kept);
    const replaced = await server.put(`${secrets}/empty`, { metadata: { name: "empty", uid: "" } });
    expect([replaced.status, replaced.json["metadata"]]).toEqual([200, expect.objectContaining({ uid: metadata.uid })]);
  });

  test.each(["0", "00", "abc", "-1"])(
    "may contain the resourceVersion %j, which is ignored",
    async (resourceVersion) => {
      expect(await metadataOf({ name: `revision-${resourceVersion}`, resourceVersion })).not.toHaveProperty(
        "resourceVersion",
        resourceVersion,
      );
    },
  );

  test("with a name that exists and a generateName has another error", async () => {
    await metadataOf({ name: "taken" });
    const { json } = await server.post(secrets, { metadata: { name: "taken", generateName: "any-" } });
    expect(json).toMatchObject({
      reason: "AlreadyExists",
      message: 'secrets "taken" already exists, the server was not able to generate a unique name for the object',
      details: { name: "taken", kind: "secrets", retryAfterSeconds: 1 },
    });
  });

  test("names the manager as the User-Agent does, in UTF-8", async () => {
    const bytes = Buffer.from("größe/1.0").toString("latin1");
    const metadata = await metadataOf({ name: "agent", labels: { a: "b" } }, { headers: { "user-agent": bytes } });
    expect(metadata).toMatchObject({ managedFields: [{ manager: "größe" }] });
  });

  test("has no finalizers of a Secret without a domain", async () => {
    expect(await metadataOf({ name: "finalized", finalizers: ["orphan", "example.com/a", "x"] })).toBe(
      'Secret "finalized" is invalid: metadata.finalizers[2]: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
    );
  });
});

test("the conflicts of an apply begin with the fields of the object itself", async () => {
  const apply = (manager: string, value: string) => {
    const metadata = { name: "applied", labels: { a: value, z: value } };
    const body = { apiVersion: "v1", kind: "Secret", metadata, type: value, immutable: value === "x" };
    const headers = { "content-type": "application/apply-patch+yaml" };
    return server.send("PATCH", `${secrets}/applied?fieldManager=${manager}`, { body, headers });
  };
  await apply("first", "x");
  const { json } = await apply("second", "y");
  const fields = [".immutable", ".type", ".metadata.labels.a", ".metadata.labels.z"];
  expect(json["details"]?.causes).toMatchObject(fields.map((field) => ({ field })));
  const lines = fields.map((field) => `\n- ${field}`).join("");
  expect(json["message"]).toBe(`Apply failed with 4 conflicts: conflicts with "first":${lines}`);
});

test("the error for a label of an update occurs once", async () => {
  await metadataOf({ name: "labelled" });
  const body = { metadata: { name: "labelled", labels: { "a b": "" } } };
  const { json } = await server.put(`${secrets}/labelled`, body);
  expect(json["details"]?.causes).toHaveLength(1);
});

test("the details of a deletion have no group for kinds of the legacy group", async () => {
  const { uid } = (await metadataOf({ name: "deleted" })) as { readonly uid: string };
  const { json } = await server.send("DELETE", `${secrets}/deleted`);
  expect(json["details"]).toEqual({ name: "deleted", kind: "secrets", uid });
});

describe("the Accept header", () => {
  const protobuf = "application/vnd.kubernetes.protobuf";

  test.each([
    ["GET", `${secrets}/a`, `application/json, application/yaml, ${protobuf}`],
    [
      "GET",
      secrets,
      `application/json, application/yaml, ${protobuf}, application/json;stream=watch, ${protobuf};stream=watch`,
    ],
    ["DELETE", secrets, `application/json, application/yaml, ${protobuf}`],
  ])("of %s %s can have the forms of the error", async (method, uri, forms) => {
    const { status, json } = await server.send(method, uri, { headers: { accept: "text/html" } });
    expect([status, json["message"]]).toEqual([406, `406: Not Acceptable\n\nAvailable representations: ${forms}`]);
  });

  const partial = "as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  test.each([
    [`${protobuf};${partial},application/json;${partial},application/json`, "application/json", '{"kind":"Status",'],
    [`application/yaml;${partial}`, "application/json", '{\n  "kind": "Status",\n'],
    [`application/json;sv=v1,application/yaml`, "application/yaml", "apiVersion: v1\n"],
  ])("%s selects the form %s for an error", async (accept, type, head) => {
    const { headers, text } = await server.send("GET", `${secrets}/missing`, { headers: { accept } });
    expect([headers["content-type"], text.slice(0, head.length)]).toEqual([type, head]);
  });

  test("of a watch must also accept a list", async () => {
    const { json } = await server.send("GET", `${secrets}?watch=1&resourceVersion=abc`, {
      headers: { accept: "application/json;as=Nope;v=v1;g=meta.k8s.io" },
    });
    expect(json["message"]).toBe(
      `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
    );
  });
});

test("an empty table has a list of rows", async () => {
  const accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
  const { json } = await server.send("GET", `${secrets}?labelSelector=none`, { headers: { accept } });
  expect(json["rows"]).toEqual([]);
});

test.each([
  ["/api/v1/namespaces?fieldSelector=name%3Da", "field label not supported: name"],
  ["/api/v1/namespaces?fieldSelector=metadata.namespace%3Da", "field label not supported: metadata.namespace"],
  [
    "/api/v1/watch/namespaces/default/secrets/a?fieldSelector=type%3DOpaque",
    "fieldSelector metadata.name doesn't match requested name",
  ],
  [
    `${secrets}?continue=e30&resourceVersion=5`,
    "invalid continue token: continue key is not valid: server does not recognize this encoded version ",
  ],
])("GET %s: %s", async (uri, message) => {
  const { status, json } = await server.get(uri);
  expect([status, json["message"]]).toEqual([400, message]);
});

test.each([
  ["export", 400],
  ["export=", 400],
  ["export=x", 400],
  ["export=0", 200],
  ["export=False", 200],
])("GET with ?%s is a %d", async (query, status) => {
  await metadataOf({ name: "exported" });
  expect((await server.get(`${secrets}/exported?${query}`)).status).toBe(status);
});

describe("YAML that is not UTF-8 is refused", () => {
  test.each([
    [[0xff], "invalid leading UTF-8 octet"],
    [[0x80], "invalid leading UTF-8 octet"],
    [[0xf8, 0x88], "invalid leading UTF-8 octet"],
    [[0xc3], "invalid trailing UTF-8 octet"],
    [[0xe2, 0x28, 0xa1], "invalid trailing UTF-8 octet"],
    [[0xc0, 0xaf], "invalid length of a UTF-8 sequence"],
    [[0xed, 0xa0, 0x80], "invalid Unicode character"],
    [[0xf5, 0x80, 0x80, 0x80], "invalid Unicode character"],
  ])("%j: %s", async (octets, problem) => {
    const bytes = Buffer.concat([Buffer.from('metadata:\n  name: "ä'), Buffer.from(octets), Buffer.from('"')]);
    const apply = { "content-type": "application/apply-patch+yaml" };
    const applied = await server.send("PATCH", `${secrets}/a?fieldManager=m`, { bytes, headers: apply });
    expect([applied.status, applied.json["message"]]).toEqual([400, `error encoding patch: yaml: ${problem}`]);
    const created = await server.send("POST", secrets, { bytes, headers: { "content-type": "application/yaml" } });
    expect(created.json["message"]).toMatch(
      `the object provided is unrecognized (must be of type Secret): yaml: ${problem} (6d65`,
    );
  });

  test("an incomplete sequence at its end", async () => {
    const bytes = Buffer.from([0x61, 0xc3]);
    const { json } = await server.send("DELETE", `${secrets}/a`, {
      bytes,
      headers: { "content-type": "application/yaml" },
    });
    expect(json["message"]).toBe("yaml: incomplete UTF-8 octet sequence");
  });
});
