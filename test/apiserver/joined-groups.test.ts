import {
  eventGroup,
  leaseGroup,
  namespaceGroup,
  newAPIGroups,
  secretGroup,
  MemoryStorage,
  type AnyGroupDefinition,
  type GroupContext,
  type PluginFactory,
} from "@apimachinery/apiserver";
import { newTestServer } from "@apimachinery/apiserver/testing";
import { untypedResource, type APIObject, type RESTClient } from "@apimachinery/client";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { joinGroups } from "../../apiserver/server/join-groups.js";
import { garageDefinition } from "./garage/group.js";

const core = { namespaceGroup, secretGroup, eventGroup };
type Name = keyof typeof core;

/** An object of each group that the legacy group serves. */
const objects: Readonly<Record<Name, { readonly resource: string; readonly object: object }>> = {
  namespaceGroup: { resource: "namespaces", object: { kind: "Namespace" } },
  secretGroup: { resource: "secrets", object: { kind: "Secret", stringData: { key: "value" } } },
  eventGroup: { resource: "events", object: { kind: "Event", involvedObject: { namespace: "default" } } },
};

/** Returns all selections of the names, in all orders. */
function combinations(names: readonly Name[]): readonly (readonly Name[])[] {
  return names.flatMap((first) => {
    const others = combinations(names.filter((name) => name !== first));
    return [[first], ...others.map((rest) => [first, ...rest])];
  });
}

async function create(client: RESTClient, name: Name): Promise<APIObject> {
  const { resource, object } = objects[name];
  const { kind } = object as { readonly kind: string };
  const all = client.resourceOf(untypedResource({ group: "", version: "v1", kind }, resource));
  const own = name === "namespaceGroup" ? all : all.namespace("default");
  return own.create({ apiVersion: "v1", kind, metadata: { name: "a" }, ...object });
}

describe("the groups that serve kinds of core/v1", () => {
  test("have fifteen combinations", () => {
    expect(combinations(["namespaceGroup", "secretGroup", "eventGroup"])).toHaveLength(15);
  });

  test.each(combinations(["namespaceGroup", "secretGroup", "eventGroup"]).map((names) => [names.join(", "), names]))(
    "serve their kinds together: %s",
    async (_, names) => {
      const server = newTestServer({ groups: [...names.map((name) => core[name]), leaseGroup] });
      const document = await server.client.text({ method: "GET", path: "/api/v1" });
      const { resources } = JSON.parse(document) as { readonly resources: readonly { readonly name: string }[] };
      const served = resources.map(({ name }) => name).filter((name) => !name.includes("/"));
      expect(served).toEqual(names.map((name) => objects[name].resource).sort());
      for (const name of names) expect((await create(server.client, name)).metadata.uid).toEqual(expect.any(String));
      await server.stop();
    },
  );
});

describe("definitions of one group", () => {
  const place = { storage: new MemoryStorage(), keyPrefix: "/registry" };
  const { install, storageVersion } = garageDefinition();
  const cars: AnyGroupDefinition = { ...garageDefinition(), unservedVersions: ["v1"] };

  test("become one, with the kinds, plugins and hooks of all", () => {
    const calls: string[] = [];
    const plugin = (name: string): PluginFactory => ({ name, build: () => ({ name, handles: () => true }) });
    const shared = plugin("Shared");
    const part = (name: string): AnyGroupDefinition => ({
      install,
      ...(storageVersion !== undefined && { storageVersion }),
      kinds: { [name]: {} },
      admissionPlugins: [plugin(name), shared],
      extend: () => void calls.push(name),
    });
    const [joined, ...others] = joinGroups([part("Car"), part("Wash")]);
    expect(others).toEqual([]);
    expect(Object.keys(joined?.kinds ?? {})).toEqual(["Car", "Wash"]);
    expect(joined?.admissionPlugins?.map(({ name }) => name)).toEqual(["Car", "Shared", "Wash"]);
    joined?.extend?.({} as GroupContext); // The hooks of this test read nothing of it.
    expect(calls).toEqual(["Car", "Wash"]);
  });

  test("are not changed if they are the only ones of their groups", () => {
    const definitions = [leaseGroup, cars];
    expect(joinGroups(definitions)).toEqual(definitions);
    expect(joinGroups(definitions)[0]).toBe(leaseGroup);
  });

  test.each<[string, readonly AnyGroupDefinition[]]>([
    [
      "Secret of the core group is in two definitions, groups[0] (Secret) and groups[2] (Namespace, Secret): remove it from one of them",
      [secretGroup, leaseGroup, { ...secretGroup, kinds: { Namespace: {}, Secret: {} } }],
    ],
    [
      "Event of the core group is in two definitions, groups[0] (Event) and groups[1] (Event): remove it from one of them",
      [eventGroup, { ...secretGroup, kinds: { Event: {} } }],
    ],
    [
      "the definitions of garage.example.com have different storage versions, v1 and v2: name the same version in groups[0] (Car) and groups[1] (Wash)",
      [cars, { install, storageVersion: { group: "garage.example.com", version: "v2" }, kinds: { Wash: {} } }],
    ],
  ])("cannot contradict each other: %s", (message, definitions) => {
    expect(() => newAPIGroups(definitions, { ...place, scheme: new Scheme() })).toThrow(message);
  });
});
