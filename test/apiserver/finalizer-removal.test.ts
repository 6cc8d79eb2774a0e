import {
  admissionFor,
  newAdmissionForbidden,
  onlyRemovesFinalizers,
  type AdmissionPlugin,
  type Attributes,
  type GroupDefinition,
  type PluginFactory,
} from "@apimachinery/apiserver";
import { newTestServer, type TestServer, type TestServerDefinition } from "@apimachinery/apiserver/testing";
import { isNotFound, untypedResource, type APIObject, type ResourceClient } from "@apimachinery/client";
import { parseGroupVersion, type GroupVersionKind, type ObjectMeta } from "@apimachinery/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";
import { Kinds } from "../../examples/cafe/apis/cafe/v1/zz_generated.register.js";
import { definition as cafeServer } from "../../examples/cafe/src/definition.js";
import { wardleServer } from "../peers/server/definition.js";
import { cafeGroup } from "./cafe-group.js";
import { Webhooks } from "./webhook-server/webhook-harness.js";
import { eventually } from "../eventually.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

function object(apiVersion: string, kind: string, metadata: ObjectMeta, rest: object = {}): APIObject {
  return { apiVersion, kind, metadata, ...rest };
}

const held = { name: "a", namespace: "default", finalizers: ["example.com/a"] };
const restaurant = "restaurant.programming-kubernetes.info/v1alpha1";
const coffee = object("cafe.example.com/v1", "Coffee", held, { spec: { beans: [], machine: "linea" } });
const warm = { type: "Ready", status: "True", reason: "Warm", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };

/** A server of this project, an object with a finalizer, and the object that it needs. */
interface Example {
  readonly server: TestServerDefinition;
  readonly object: APIObject;
  readonly needed?: APIObject;
}

const pizzas: Example = {
  server: pizzaServer,
  object: object(restaurant, "Pizza", held, { spec: { toppings: ["tomato"] } }),
  needed: object(restaurant, "Topping", { name: "tomato" }, { spec: { cost: 1 } }),
};

const examples: Readonly<Record<string, Example>> = {
  "the pizza server": pizzas,
  "the cafe of the tutorials": {
    server: cafeServer,
    object: coffee,
    needed: object(
      "cafe.example.com/v1",
      "Machine",
      { name: "linea" },
      { spec: { model: "linea" }, status: { conditions: [warm] } },
    ),
  },
  "the sample server of Kubernetes": {
    server: wardleServer,
    object: object("wardle.example.com/v1alpha1", "Flunder", held),
  },
};

/** An example that runs, whose needed object is gone, and whose other object is being deleted. */
interface Waiting {
  readonly plugins: readonly AdmissionPlugin[];
  readonly objects: ResourceClient<APIObject>;
  readonly old: APIObject;
}

/** Reports a request of a plugin that an informer makes succeed a moment later. */
async function waiting({ server: definition, object: given, needed }: Example): Promise<Waiting> {
  const plugins: AdmissionPlugin[] = [];
  const admissionPlugins = (definition.admissionPlugins ?? []).map((factory): PluginFactory => ({
    name: factory.name,
    build: (...parameters) => {
      const plugin = factory.build(...parameters);
      plugins.push(plugin);
      return plugin;
    },
  }));
  const server = newTestServer({ ...definition, admissionPlugins }, needed === undefined ? [] : [needed]);
  servers.push(server);
  const objects = server.client.resourceOf(untypedResource(gvkOf(given), pluralOf(given))).namespace("default");
  await eventually(() => objects.create(given));
  await objects.delete("a");
  if (needed !== undefined) {
    const others = server.client.resourceOf(untypedResource(gvkOf(needed), pluralOf(needed))).namespace("");
    const { name = "" } = needed.metadata;
    await others.delete(name);
    // The plugin reads an informer. It must know that the object is gone.
    await eventually(() =>
      objects.create({ ...given, metadata: { name: "other" } }, { dryRun: true }).then(
        () => Promise.reject(new Error("not yet")),
        () => undefined,
      ),
    );
  }
  return { plugins, objects, old: await objects.get("a") };
}

function gvkOf({ apiVersion, kind }: APIObject): GroupVersionKind {
  return { ...parseGroupVersion(apiVersion), kind };
}

function pluralOf({ kind }: APIObject): string {
  return kind === "Coffee" ? "coffees" : `${kind.toLowerCase()}s`;
}

function withoutFinalizers(old: APIObject): APIObject {
  const next = structuredClone(old);
  delete next.metadata.finalizers;
  return next;
}

/** Sends the removal of the finalizers to a webhook, and returns its response. */
function reviewed(webhooks: Webhooks, path: "/mutate" | "/validate", old: APIObject, next = withoutFinalizers(old)) {
  const { group, version, kind } = gvkOf(old);
  return webhooks.review(path, {
    uid: "u1",
    kind: { group, version, kind },
    resource: { group, version, resource: pluralOf(old) },
    name: "a",
    namespace: "default",
    operation: "UPDATE",
    userInfo: { username: "controller" },
    object: next,
    oldObject: old,
  });
}

describe.each(Object.entries(examples))("%s", (_, example) => {
  test("lets a client remove the finalizers of an object that it would refuse", async () => {
    const { objects } = await waiting(example);
    await objects.patch("a", { type: "merge", body: { metadata: { finalizers: null } } });
    await expect(objects.get("a")).rejects.toSatisfy(isNotFound);
  });

  test.each(["/mutate", "/validate"] as const)("as a webhook server, lets the removal pass %s", async (path) => {
    const { plugins, old } = await waiting(example);
    const webhooks = new Webhooks({ groups: example.server.groups, plugins });
    expect(await reviewed(webhooks, path, old)).toEqual({ uid: "u1", allowed: true });
  });
});

describe("a removal of finalizers", () => {
  const refusal = (name: string) => () => {
    throw new Error(`${name} was called`);
  };
  /** A coffee whose strategy throws when it is updated. */
  function throwing(...plugins: readonly AdmissionPlugin[]): Example {
    const group: GroupDefinition = {
      ...cafeGroup,
      kinds: {
        ...cafeGroup.kinds,
        Coffee: {
          prepareForUpdate: refusal("prepareForUpdate"),
          validateUpdate: refusal("validateUpdate"),
          warningsOnUpdate: refusal("warningsOnUpdate"),
          canonicalize: ({ metadata }) => {
            if (metadata.deletionTimestamp !== undefined) refusal("canonicalize")();
          },
        },
      },
    };
    const admissionPlugins = plugins.map((plugin): PluginFactory => ({ name: plugin.name, build: () => plugin }));
    return { server: { groups: [group], admissionPlugins }, object: coffee };
  }

  test("calls no function of the strategy, on the server and in webhooks", async () => {
    const example = throwing();
    const { objects, old } = await waiting(example);
    const webhooks = new Webhooks({ groups: example.server.groups });
    for (const path of ["/mutate", "/validate"] as const)
      expect(await reviewed(webhooks, path, old)).toEqual({ uid: "u1", allowed: true });
    await objects.patch("a", { type: "merge", body: { metadata: { finalizers: null } } });
    await expect(objects.get("a")).rejects.toSatisfy(isNotFound);
  });

  test("passes a plugin of `admissionFor` without the status, which the write keeps", async () => {
    const refuse = (attributes: Attributes, { metadata }: APIObject) => {
      if (metadata.deletionTimestamp !== undefined) throw newAdmissionForbidden(attributes, "it is being deleted");
    };
    const plugin = admissionFor(Kinds.Coffee, { name: "Own", admit: refuse, validate: refuse });
    const { objects, old } = await waiting({
      server: { groups: [cafeGroup], admissionPlugins: [{ name: "Own", build: () => plugin }] },
      object: coffee,
    });
    await objects.patch("a", { type: "merge", body: { status: { cups: 1 } } }, { subresource: "status" });
    const { metadata } = withoutFinalizers(await objects.get("a"));
    await objects.update({ ...old, metadata, status: undefined } as APIObject);
    await expect(objects.get("a")).rejects.toSatisfy(isNotFound);
  });

  test("is a request that a hand-written plugin can recognize", async () => {
    const seen: boolean[] = [];
    const plugin: AdmissionPlugin = {
      name: "Own",
      handles: (operation) => operation === "UPDATE",
      validate: (attributes) => {
        seen.push(onlyRemovesFinalizers(attributes));
        return Promise.resolve();
      },
    };
    const { objects } = await waiting(throwing(plugin));
    await objects.patch("a", { type: "merge", body: { metadata: { finalizers: [] } } });
    expect(seen).toEqual([true]);
  });

  test("with another change is refused like every update", async () => {
    const { objects, plugins, old } = await waiting(pizzas);
    const body = { metadata: { finalizers: null, labels: { a: "b" } } };
    await expect(objects.patch("a", { type: "merge", body })).rejects.toThrow("unknown topping: tomato");
    const next = withoutFinalizers({ ...old, metadata: { ...old.metadata, labels: { a: "b" } } });
    const webhooks = new Webhooks({ plugins });
    expect(await reviewed(webhooks, "/validate", old, next)).toMatchObject({ allowed: false, status: { code: 403 } });
  });

  test("passes the webhooks if the object does not fit its type any more", async () => {
    const old = { ...coffee, metadata: { ...held, deletionTimestamp: "2026-01-01T00:00:00Z" }, spec: { cups: "two" } };
    const webhooks = new Webhooks({ groups: [cafeGroup] });
    for (const path of ["/mutate", "/validate"] as const) {
      expect(await reviewed(webhooks, path, old)).toEqual({ uid: "u1", allowed: true });
      const next = withoutFinalizers({ ...old, spec: { cups: "three" } } as APIObject);
      expect(await reviewed(webhooks, path, old, next)).toMatchObject({ allowed: false, status: { code: 400 } });
    }
  });
});
