import { join } from "node:path";
import {
  admissionFor,
  errors,
  newAdmissionForbidden,
  StatusError,
  type Attributes,
  type KindAdmission,
  type PluginFactory,
} from "@apimachinery/apiserver";
import { isNotFound } from "@apimachinery/client";
import { describe, expect, test } from "vitest";
import { readPluginConfigurations } from "../../apiserver/admission/read-configuration.js";
import { validateSelection } from "../../apiserver/admission/plugins.js";
import { Kinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Pizza } from "../../apis/restaurant/types.js";
import { Kinds as Hub } from "../../apis/restaurant/zz_generated.register.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { admitting, byDefault } from "./admitting.js";
import { alphaPizzas, InProcessServer, pizza, pizzas, toppings } from "./harness.js";
import { nothingSeen, recorder } from "./recorder.js";

test("all plugins change the object, then all validate it, in the order of the server", async () => {
  const seen = nothingSeen();
  const server = await admitting([recorder("A", seen), recorder("B", seen)]);
  expect((await server.post(pizzas, pizza("x", "tomato"))).status).toBe(201);
  await server.delete(`${pizzas}/x`);
  expect(seen.calls).toEqual(["A admit CREATE x", "B admit CREATE x", "A validate CREATE x", "B validate CREATE x"]);
});

test("flags enable and disable plugins without changing their order", async () => {
  const seen = nothingSeen();
  const factories = [
    recorder("A", seen),
    recorder("B", seen),
    recorder("C", seen, { isOffByDefault: true }),
    recorder("D", seen, { isOffByDefault: true }),
  ];
  const server = await admitting(factories, {
    ...byDefault,
    enableAdmissionPlugins: ["C", "A"],
    disableAdmissionPlugins: ["B", "NamespaceLifecycle"],
  });
  await server.post(pizzas, pizza("x", "tomato"));
  expect(seen.calls.filter((call) => call.includes("admit"))).toEqual(["A admit CREATE x", "C admit CREATE x"]);
});

test("unknown plugin names are reported before the start", () => {
  const factories = [recorder("A", nothingSeen())];
  const selection = {
    enableAdmissionPlugins: ["A", "Nope", "ValidatingAdmissionWebhook", "ValidatingAdmissionPolicy"],
    disableAdmissionPlugins: ["A", "Nix", "MutatingAdmissionPolicy"],
  };
  const known =
    "the admission plugins are NamespaceLifecycle, MutatingAdmissionPolicy, MutatingAdmissionWebhook, ValidatingAdmissionPolicy, ValidatingAdmissionWebhook, A";
  expect(validateSelection(factories, selection, false)).toEqual([
    `enable-admission-plugins plugin "Nope" is unknown: ${known}`,
    'enable-admission-plugins plugin "ValidatingAdmissionWebhook" needs a cluster, and this server is standalone: name the cluster by --kubeconfig',
    'enable-admission-plugins plugin "ValidatingAdmissionPolicy" is not supported: remove it, because this server has no admission policies',
    `disable-admission-plugins plugin "Nix" is unknown: ${known}`,
    "[A] in enable-admission-plugins and disable-admission-plugins overlapped",
  ]);
});

test("a server in a cluster has the plugins of Kubernetes, except policies", () => {
  const selection = {
    enableAdmissionPlugins: ["NamespaceLifecycle", "MutatingAdmissionWebhook", "MutatingAdmissionPolicy"],
    disableAdmissionPlugins: ["ValidatingAdmissionWebhook", "ValidatingAdmissionPolicy"],
  };
  expect(validateSelection([recorder("A", nothingSeen(), { needsCluster: true })], selection, true)).toEqual([
    'enable-admission-plugins plugin "MutatingAdmissionPolicy" is not supported: remove it, because this server has no admission policies',
  ]);
});

test("a standalone server refuses an enabled plugin that needs a cluster", async () => {
  const factories = [recorder("A", nothingSeen(), { needsCluster: true })];
  const message =
    'the admission plugin "A" needs a cluster, and this server is standalone: name the cluster by --kubeconfig, or disable the plugin by --disable-admission-plugins=A';
  expect(validateSelection(factories, byDefault, false)).toEqual([message]);
  await expect(admitting(factories)).rejects.toThrow(message);
  const disabled = { ...byDefault, disableAdmissionPlugins: ["A"] };
  expect(validateSelection(factories, disabled, false)).toEqual([]);
  await admitting(factories, disabled);
});

test("the change of a plugin is stored; after a refusal nothing is stored, and no later plugin runs", async () => {
  const seen = nothingSeen();
  const labels = recorder("Labels", seen, {
    handle: (phase, { object }) => {
      if (phase === "admit" && object !== undefined) object.metadata.labels = { by: "plugin" };
    },
  });
  const refuses = recorder("Refuses", seen, {
    handle: (phase, attributes) => {
      if (phase === "validate" && attributes.name === "no")
        throw newAdmissionForbidden(attributes, new Error("not today"));
    },
  });
  const server = await admitting([labels, refuses, recorder("Last", seen)]);
  expect((await server.post(pizzas, pizza("yes", "tomato"))).json["metadata"]).toMatchObject({
    labels: { by: "plugin" },
  });
  seen.calls.length = 0;
  expect((await server.post(pizzas, pizza("no", "tomato"))).json).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'pizzas.restaurant.programming-kubernetes.info "no" is forbidden: not today',
    details: { name: "no", group: "restaurant.programming-kubernetes.info", kind: "pizzas" },
  });
  expect(seen.calls.at(-1)).toBe("Refuses validate CREATE no");
  expect((await server.get(`${pizzas}/no`)).status).toBe(404);
});

test.each([
  [
    "with a Status",
    errors.newNotFound({ group: "", name: "namespaces" }, "x"),
    { code: 404, message: 'namespaces "x" not found' },
  ],
  ["without a Status", new Error("ouch"), { kind: "Status", code: 500, message: "ouch" }],
])("the client receives an error %s unchanged", async (_what, error, expected) => {
  const handle = () => {
    throw error;
  };
  const server = await admitting([recorder("A", nothingSeen(), { handle })]);
  expect((await server.post(pizzas, pizza("x", "tomato"))).json).toMatchObject(expected);
});

test("the server logs an exception of a plugin and continues", async () => {
  const handle = () => {
    throw new TypeError("x is undefined");
  };
  const server = await admitting([recorder("A", nothingSeen(), { handle })]);
  const response = await server.post(pizzas, pizza("x", "tomato"));
  expect([response.status, response.text]).toEqual([500, expect.stringContaining("caused apiserver to panic")]);
  expect(server.logged[0]).toContain("x is undefined");
});

test("a Forbidden error is not wrapped again", () => {
  const attributes = {
    name: "",
    resource: { group: "", version: "v1", resource: "things" },
    object: undefined,
  } as Partial<Attributes> as Attributes;
  const forbidden = errors.newForbidden({ group: "", name: "secrets" }, "s", "no");
  expect(newAdmissionForbidden(attributes, forbidden)).toBe(forbidden);
  expect(newAdmissionForbidden(attributes, "why").message).toBe('things "Unknown" is forbidden: why');
});

test("the constructors of errors accept the attributes of a request", () => {
  const attributes: Pick<Attributes, "resource" | "kind"> = {
    resource: { group: "example.com", version: "v1", resource: "things" },
    kind: { group: "example.com", version: "v1", kind: "Thing" },
  };
  expect(errors.newForbidden(attributes.resource, "a", "no").status).toMatchObject({
    message: 'things.example.com "a" is forbidden: no',
    details: { name: "a", group: "example.com", kind: "things" },
  });
  expect(errors.newInvalid(attributes.kind, "a", []).status).toMatchObject({
    message: 'Thing.example.com "a" is invalid',
    details: { name: "a", group: "example.com", kind: "Thing" },
  });
});

test("the name of a plugin must be that of its factory, and each plugin may be listed once", async () => {
  const factory: PluginFactory = { name: "A", build: () => ({ name: "B", handles: () => true }) };
  await expect(admitting([factory])).rejects.toThrow(
    'failed to initialize admission plugin "A": "build" returned a plugin with the name "B": give the plugin the name of its factory',
  );
  await expect(admitting([recorder("A", nothingSeen()), recorder("A", nothingSeen())])).rejects.toThrow(
    'the admission plugin A is listed twice in "admissionPlugins": list each plugin once',
  );
});

test.each([[undefined], [{}], [{ group: "g", version: "v1", kind: "Pizza" }], ["Pizza"]])(
  "the error for an informer of %j names the plugin and the remedy",
  async (kind) => {
    const factory: PluginFactory = {
      name: "A",
      build: ({ informers }) => {
        informers.forKind(kind as never);
        return { name: "A", handles: () => true };
      },
    };
    const given = kind === undefined ? "undefined" : JSON.stringify(kind);
    await expect(admitting([factory])).rejects.toThrow(
      `failed to initialize admission plugin "A": expected an entry of a generated Kinds table, such as Kinds.Pizza, but got ${given}`,
    );
  },
);

describe("a plugin for one kind", () => {
  const judging = (given: Omit<KindAdmission<Pizza>, "name">): PluginFactory => ({
    name: "Judge",
    build: () => admissionFor(Hub.Pizza, { name: "Judge", ...given }),
  });

  test("a plugin receives the typed objects of its kind in the hub version, from all versions", async () => {
    const server = await admitting([
      judging({
        admit: (_attributes, { spec }, old) => {
          if (old === undefined) spec.toppings.push({ name: "basil", quantity: 2 });
        },
        validate: (attributes, { spec }, old) => {
          if (spec.toppings.length < (old?.spec.toppings.length ?? 0))
            throw newAdmissionForbidden(attributes, `fewer than ${old?.spec.toppings.length ?? 0} toppings`);
        },
      }),
    ]);
    const made = await server.post(alphaPizzas, { metadata: { name: "x" }, spec: { toppings: ["tomato"] } });
    expect(made.json["spec"]).toEqual({ toppings: ["tomato", "basil", "basil"] });
    expect(
      (await server.patch(`${pizzas}/x`, "merge-patch", { spec: { toppings: [{ name: "tomato" }] } })).json["message"],
    ).toContain("is forbidden: fewer than 2 toppings");
    expect((await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } })).status).toBe(201);
    expect((await server.delete(`${pizzas}/x`)).status).toBe(200);
  });

  test("a separate function validates deletions, and a plugin receives only its operations", async () => {
    const calls: string[] = [];
    const note = ({ operation, subresource }: Attributes) => void calls.push(`${operation}${subresource}`);
    const server = await admitting([
      judging({
        operations: ["UPDATE"],
        validate: note,
        validateDelete: (attributes, { metadata }) => {
          if (metadata.labels?.["keep"] === "yes") throw newAdmissionForbidden(attributes, "it is kept");
        },
      }),
    ]);
    await server.post(pizzas, pizza("x", "tomato"));
    await server.patch(`${pizzas}/x`, "merge-patch", { metadata: { labels: { keep: "yes" } } });
    expect((await server.delete(`${pizzas}/x`)).json).toMatchObject({ code: 403 });
    await server.patch(`${pizzas}/x`, "merge-patch", { metadata: { labels: null } });
    expect((await server.delete(`${pizzas}/x`)).status).toBe(200);
    expect(calls).toEqual(["UPDATE", "UPDATE"]);
  });

  test("the server refuses a plugin for a version that is not the hub", () => {
    expect(() => new InProcessServer({ admission: [admissionFor(Kinds.Pizza, { name: "Judge" })] })).toThrow(
      "the plugin Judge is for Pizza of restaurant.programming-kubernetes.info/v1alpha1, but plugins see objects of restaurant.programming-kubernetes.info/__internal",
    );
  });
});

test("plugins send requests to their server as its most privileged user, through all filters", async () => {
  const seen = nothingSeen();
  const users: unknown[] = [];
  const spy = recorder("A", seen, {
    handle: (phase, { user }) => {
      if (phase === "admit") users.push(user);
    },
  });
  await admitting([spy]);
  const client = seen.context?.client.resource(Kinds.Topping);
  const made = await client?.create({
    kind: "Topping",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: { name: "tomato" },
    spec: { cost: 1 },
  });
  expect(made?.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
  expect(users).toEqual([{ name: "system:apiserver", groups: ["system:masters", "system:authenticated"], extra: {} }]);
  expect((await client?.list())?.items.map(({ metadata }) => metadata.name)).toEqual(["tomato"]);
  const missing = await client?.get("salami").catch((error: unknown) => error);
  expect([isNotFound(missing), missing instanceof StatusError]).toEqual([true, true]);
  // The client can also watch. The loop ends the watch when it is left.
  const watch = await client?.watch({ resourceVersion: made?.metadata.resourceVersion ?? "" });
  await client?.delete("tomato");
  for await (const { type } of watch ?? []) {
    expect(type).toBe("DELETED");
    break;
  }
});

test("the server ignores an invalid token if the harness sets the user", async () => {
  const server = await admitting([recorder("A", nothingSeen())]);
  const headers = { authorization: "Bearer guess" };
  // The harness authenticates all requests as the user in its options.
  expect((await server.get(toppings, headers)).status).toBe(200);
});

describe("--admission-control-config-file", () => {
  const read = (text: string, more: Record<string, string> = {}) => {
    const root = temporaryFolder({ "admission.yaml": text, ...more });
    return { root, configurations: readPluginConfigurations(join(root, "admission.yaml")) };
  };
  const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";

  test("each plugin receives its configuration from the file, embedded or from a separate file", async () => {
    const seen = nothingSeen();
    const text = `${head}plugins:\n- name: A\n  configuration: { kind: Limit, most: 3 }\n- name: B\n  path: b.yaml\n`;
    const root = temporaryFolder({ "admission.yaml": text, "b.yaml": "- 1\n- 2\n" });
    await admitting([recorder("A", seen), recorder("B", seen), recorder("C", seen)], {
      ...byDefault,
      admissionControlConfigFile: join(root, "admission.yaml"),
    });
    expect(seen.configurations).toEqual([
      { value: { kind: "Limit", most: 3 }, position: `${join(root, "admission.yaml")}:5:18` },
      { value: [1, 2], position: `${join(root, "b.yaml")}:1:1` },
      undefined,
    ]);
  });

  test.each([
    ["- a", ":1:1: the document must be an AdmissionConfiguration"],
    [
      "kind: AdmissionConfiguration\napiVersion: v1\n",
      ':2:13: apiVersion must be apiserver.config.k8s.io/v1, not "v1"',
    ],
    [head.replace("AdmissionC", "C"), ":2:7: kind must be AdmissionConfiguration"],
    [`${head}plugins: {}\n`, ":3:10: plugins must be a list"],
    [`${head}plugin: []\n`, ':3:1: unknown field "plugin"'],
    [`${head}plugins:\n- path: x\n`, ":4:3: an item of plugins must have a name"],
    [`${head}plugins:\n- name: A\n- name: A\n`, ':5:3: duplicate plugin "A"'],
    [
      `${head}plugins:\n- name: A\n  path: x\n  configuration: {}\n`,
      ':4:3: plugin "A" has a path and a configuration: only one of them is allowed',
    ],
    [`${head}plugins:\n- name: A\n  path: x\n`, ":4:3: unable to read "],
    ["a: [", ":1:5: "],
  ])("the error in %j is reported with its position", async (text, message) => {
    const { root, configurations } = read(text);
    await expect(configurations).rejects.toThrow(`${join(root, "admission.yaml")}${message}`);
  });

  test("a missing file, an unknown plugin and an invalid configuration are errors", async () => {
    await expect(readPluginConfigurations("/nowhere")).rejects.toThrow(
      'unable to read admission control configuration from "/nowhere": ENOENT',
    );
    const root = temporaryFolder({ "admission.yaml": `${head}plugins:\n- name: Nope\n` });
    const options = { ...byDefault, admissionControlConfigFile: join(root, "admission.yaml") };
    await expect(admitting([recorder("A", nothingSeen())], options)).rejects.toThrow(
      ':4:3: admission plugin "Nope" is unknown',
    );
    const build = () => {
      throw new Error("most must be positive");
    };
    await expect(admitting([{ name: "A", build }])).rejects.toThrow(
      'failed to initialize admission plugin "A": most must be positive',
    );
  });
});

test("admission changes objects first, then validates the prepared object", async () => {
  const seen: string[] = [];
  const server = new InProcessServer({
    admission: [
      {
        name: "test",
        handles: (operation) => operation === "CREATE",
        admit: ({ object }) => {
          if (object !== undefined) object.metadata.labels = { admitted: "true" };
          return Promise.resolve();
        },
        validate: ({ object, resource, name }) => {
          seen.push(`${name} ${object?.metadata.uid === undefined ? "unprepared" : "prepared"}`);
          if (name === "bad")
            throw errors.newForbidden({ group: resource.group, name: resource.resource }, name, "bad");
          return Promise.resolve();
        },
      },
    ],
  });
  expect((await server.post(pizzas, pizza("good"))).json["metadata"]).toMatchObject({ labels: { admitted: "true" } });
  expect((await server.post(pizzas, pizza("bad"))).json).toMatchObject({
    code: 403,
    message: `pizzas.restaurant.programming-kubernetes.info "bad" is forbidden: bad`,
  });
  expect(seen).toEqual(["good prepared", "bad prepared"]);
  expect((await server.get(`${pizzas}/bad`)).status).toBe(404);
});
