import { leaseGroup, newAPIGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { InProcessServer, type Json } from "./harness.js";

const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const head = { kind: "Lease", apiVersion: "coordination.k8s.io/v1" };

/** Returns a server with two Leases, whose lists have the given option. */
async function serverWith(listItemsHaveKind?: boolean): Promise<InProcessServer> {
  const option = listItemsHaveKind === undefined ? {} : { listItemsHaveKind };
  const group = { ...leaseGroup, kinds: { Lease: { ...leaseGroup.kinds.Lease, ...option } } };
  const server = new InProcessServer({
    groups: [(storage) => newAPIGroup(group, { scheme: new Scheme(), storage, keyPrefix: "/registry/test" })],
  });
  for (const name of ["a", "b"])
    expect((await server.post(leases, { metadata: { name }, spec: { holderIdentity: name } })).status).toBe(201);
  return server;
}

const itemsOf = (json: unknown) => (json as { readonly items: readonly Json[] }).items;

test.each([undefined, false, true])("items of lists with listItemsHaveKind: %s", async (option) => {
  const server = await serverWith(option);
  const single = (await server.get(`${leases}/a`)).json;
  expect(single).toMatchObject(head);
  const { kind, apiVersion, ...rest } = single;
  const expected = option === true ? { kind, apiVersion, ...rest } : rest;
  const list = await server.get(leases);
  expect(list.json).toMatchObject({ kind: "LeaseList", apiVersion: "coordination.k8s.io/v1" });
  expect(itemsOf(list.json)[0]).toEqual(expected);
  expect(list.text.endsWith("]}\n")).toBe(true);
  expect(itemsOf((await server.get(`${leases}?pretty=true`)).json)[0]).toEqual(expected);
  expect(itemsOf(parse((await server.get(leases, { accept: "application/yaml" })).text))[0]).toEqual(expected);
  const page = (await server.get(`${leases}?limit=1&labelSelector=a!=b`)).json;
  expect(itemsOf(page)).toEqual([expected]);
  const deleted = await server.delete(leases);
  expect(itemsOf(deleted.json)).toEqual(itemsOf(list.json));
});
