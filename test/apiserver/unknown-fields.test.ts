import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MemoryStorage, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { cborToJSON } from "@apimachinery/runtime/cbor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workFolder, writeFiles } from "../generators/run-generated.js";
import { runIn } from "../golden/cases.js";
import { InProcessServer, type Reply } from "./harness.js";

/** @file A server with the types of the golden case `all/unknown-fields`. */

const group = "unknown.example.com";
const work = workFolder("unknown-fields");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

let server: InProcessServer;
let count = 0;
let name: string;

beforeAll(async () => {
  writeFiles(work, { "codegen.config.json": '{ "paths": ["."] }\n' });
  cpSync(join(import.meta.dirname, "../golden/all/unknown-fields/input"), work, { recursive: true });
  expect((await runIn(work)).status).toBe(0);
  const { Install: install } = (await import(join(work, "apis/shop/zz_generated.install.ts"))) as {
    readonly Install: (scheme: Scheme) => void;
  };
  const groupOf = (storage: Storage) =>
    newAPIGroup(
      { install, kinds: { Machine: {} }, storageVersion: { group, version: "v1beta1" } },
      { scheme: new Scheme("unknown"), storage, keyPrefix: "/registry" },
    );
  server = new InProcessServer({ storage: new MemoryStorage(), groups: [groupOf] });
});

const path = (version: string, name = "") => `/apis/${group}/${version}/namespaces/default/machines${name}`;

const unknown = { a: [1, { b: null }], c: "x" };

const spec = {
  name: "n",
  part: { size: 1, unknown },
  parts: [{ size: 2, unknown }],
  items: [{ size: 3, unknown }],
  aliased: [{ size: 4, unknown }],
  disk: { type: "Local", path: "/", unknown },
  open: { a: "a", unknown },
  unknown,
};

async function created(): Promise<Reply> {
  name = `m${String(count++)}`;
  const body = { apiVersion: `${group}/v1`, kind: "Machine", metadata: { name }, spec };
  return server.send("POST", `${path("v1")}?fieldValidation=Strict`, { body });
}

const patch = (type: string, body: unknown, query = "") =>
  server.send("PATCH", `${path("v1", `/${name}`)}?${query}`, {
    body,
    headers: { "content-type": `application/${type}` },
  });

describe("unknown fields are kept where markers say so", () => {
  test("in storage, which has another version, except where that version has no marker", async () => {
    const { status, json, text } = await created();
    expect(status, text).toBe(201);
    const open = { a: "a" };
    expect(json["spec"]).toEqual({ ...spec, open });
    const beta = await server.send("GET", path("v1beta1", `/${name}`));
    expect(beta.json["spec"]?.["part"]).toEqual({ length: 1, unknown });
    expect(beta.json["spec"]).toMatchObject({ unknown, parts: [{ length: 2, unknown }], open });
  });

  test("and are errors elsewhere", async () => {
    const body = { apiVersion: `${group}/v1`, kind: "Machine", metadata: { name: "x" } };
    const plain = { ...body, spec: { ...spec, plain: { size: 1, unknown } } };
    const { text } = await server.send("POST", `${path("v1")}?fieldValidation=Strict`, { body: plain });
    expect(text).toContain('strict decoding error: unknown field \\"spec.plain.unknown\\"');
  });

  test("in CBOR", async () => {
    await created();
    const response = await server.response("GET", path("v1", `/${name}`), { headers: { accept: "application/cbor" } });
    const object = JSON.parse(cborToJSON(response.body as Buffer)) as { readonly spec: typeof spec };
    expect(object.spec.part).toEqual(spec.part);
  });

  test.each(["merge-patch+json", "strategic-merge-patch+json"])("in a patch: %s", async (type) => {
    await created();
    const { json, text } = await patch(type, { spec: { part: { unknown: { c: null, d: 1 } }, unknown: null } });
    expect(json["spec"]?.["part"], text).toEqual({ size: 1, unknown: { a: unknown.a, d: 1 } });
    expect(json["spec"]).not.toHaveProperty("unknown");
  });

  test("in server-side apply, in which each has its manager", async () => {
    await created();
    const applied = (extra: object) => ({
      apiVersion: `${group}/v1`,
      kind: "Machine",
      metadata: { name },
      spec: { name: "n", part: { size: 1, ...extra } },
    });
    const query = "fieldManager=me&force=true";
    const first = await patch("apply-patch+yaml", applied({ mine: { x: 1, list: [1] } }), query);
    expect(first.json["spec"]?.["part"], first.text).toEqual({ size: 1, unknown, mine: { x: 1, list: [1] } });
    expect(first.json["metadata"]?.["managedFields"]).toContainEqual(
      expect.objectContaining({
        manager: "me",
        fieldsV1: {
          "f:spec": { "f:name": {}, "f:part": { "f:mine": { ".": {}, "f:list": {}, "f:x": {} }, "f:size": {} } },
        },
      }),
    );
    const second = await patch("apply-patch+yaml", applied({}), query);
    expect(second.json["spec"]?.["part"]).toEqual({ size: 1, unknown });
  });
});
