import type { Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { CachedStorage, MemoryStorage, type Storage } from "../../apiserver/storage/index.js";
import { Events } from "./events.js";
import { InProcessServer, textOf, type Json } from "./harness.js";
import { bakeryGroup, oven, type Oven } from "./verbs/bakery.js";

/**
 * @file ClusterScopedWatch, NamespaceScopedWatch and NamespaceScopedList of Go's storage/testing.
 * An oven has the colour in place of a pod's node name; `ns1/foo1=blue` is the oven foo1 with the
 * colour blue, `ns1/foo1` is white, and `ns1/foo1+` has an annotation in addition.
 */

const storages: Record<string, () => Storage> = {
  memory: () => new MemoryStorage(),
  "a watch cache": () => new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }),
};

const root = "/apis/bakery.example.com/v1";
const folderOf = (namespace: string): string => (namespace === "" ? root : `${root}/namespaces/${namespace}`);

class Bakery {
  readonly server: InProcessServer;

  constructor(storage: Storage, isNamespaced: boolean) {
    const strategy: Strategy<Oven> = {
      isNamespaced,
      allowCreateOnUpdate: true,
      allowUnconditionalUpdate: true,
      selectableFields: ({ spec }) => ({ "spec.colour": spec.colour }),
    };
    this.server = new InProcessServer({ storage, groups: [(each) => bakeryGroup(each, strategy)] });
  }

  /** Writes an oven in the notation of the tables. */
  async write(text: string): Promise<void> {
    const [, namespace = "", name = "", updated, colour = "white"] =
      /^(?:(\w+)\/)?(\w+)(\+)?(?:=(\w+))?$/.exec(text) ?? [];
    const annotations = updated === undefined ? {} : { version: "2" };
    const body = { ...oven(name, { colour }), metadata: { name, annotations } };
    const { status } = await this.server.put(`${folderOf(namespace)}/ovens/${name}`, body);
    expect([200, 201]).toContain(status);
  }

  async watch(namespace: string, selector: string, revision: string): Promise<Events> {
    const query = `watch=1&resourceVersion=${revision}&fieldSelector=${encodeURIComponent(selector)}`;
    return new Events(await this.server.response("GET", `${folderOf(namespace)}/ovens?${query}`));
  }
}

const shown = ({ metadata }: Json): string =>
  [metadata?.["namespace"], metadata?.["name"]].flatMap((part) => textOf(part) || []).join("/");

/** A write, and the type of the event that the watch receives; no type for no event. */
type Step = string | readonly [write: string, type: "ADDED" | "MODIFIED" | "DELETED"];
type WatchRow = readonly [namespace: string, selector: string, steps: readonly Step[]];

async function follow(bakery: Bakery, [namespace, selector, steps]: WatchRow): Promise<void> {
  const { json } = await bakery.server.get(`${root}/ovens`);
  const revision = textOf(json["metadata"]?.["resourceVersion"]);
  const watch = await bakery.watch(namespace, selector, revision);
  // This watch is opened later, so it receives each event after the selected watch.
  const everything = await bakery.watch("", "", revision);
  for (const step of steps) await bakery.write(typeof step === "string" ? step : step[0]);
  expect(await everything.take(steps.length)).toHaveLength(steps.length);
  watch.hangUp();
  everything.hangUp();
  const expected = steps.flatMap((step) =>
    typeof step === "string" ? [] : [`${step[1]} ${step[0].replace(/[+=].*/, "")}`],
  );
  const events = await watch.take(expected.length);
  expect([...events, ...watch.rest()].map(({ type, object }) => `${textOf(type)} ${shown(object ?? {})}`)).toEqual(
    expected,
  );
}

const clusterRows: readonly WatchRow[] = [
  [
    "",
    "",
    [
      ["foo1", "ADDED"],
      ["foo1+", "MODIFIED"],
      ["foo2=bar1", "ADDED"],
    ],
  ],
  ["", "spec.colour=bar1", ["foo1", ["foo1=bar1", "ADDED"]]],
  [
    "",
    "spec.colour!=bar1",
    [
      ["foo1", "ADDED"],
      ["foo2", "ADDED"],
      ["foo1+", "MODIFIED"],
      ["foo1=bar1", "DELETED"],
    ],
  ],
  ["", "metadata.name=foo1", [["foo1", "ADDED"], "foo2", ["foo1+", "MODIFIED"], "foo2+"]],
  ["", "metadata.name=foo1,spec.colour=bar1", ["foo1", "foo2", "foo1+", "foo2+", ["foo1=bar1", "ADDED"]]],
  [
    "",
    "spec.colour!=bar1,metadata.name=foo1",
    [["foo1", "ADDED"], "foo2", ["foo1+", "MODIFIED"], ["foo1=bar1", "DELETED"], "foo2=bar1"],
  ],
];

const namespacedRows: readonly WatchRow[] = [
  [
    "",
    "",
    [
      ["ns1/foo1", "ADDED"],
      ["ns2/foo2", "ADDED"],
      ["ns1/foo1+", "MODIFIED"],
      ["ns2/foo2+", "MODIFIED"],
    ],
  ],
  ["", "metadata.namespace=ns1", [["ns1/foo1", "ADDED"], "ns2/foo1", ["ns1/foo1+", "MODIFIED"], "ns2/foo1+"]],
  ["", "spec.colour=bar1", ["ns1/foo1", "ns2/foo2", ["ns1/foo1=bar1", "ADDED"], ["ns2/foo2=bar1", "ADDED"]]],
  [
    "",
    "spec.colour!=bar1",
    [
      ["ns1/foo1", "ADDED"],
      ["ns1/foo2", "ADDED"],
      ["ns1/foo1+", "MODIFIED"],
      ["ns1/foo1=bar1", "DELETED"],
    ],
  ],
  ["ns1", "", [["ns1/foo1", "ADDED"], "ns2/foo1", ["ns1/foo2", "ADDED"], ["ns1/foo1+", "MODIFIED"], "ns2/foo1+"]],
  ["ns1", "metadata.namespace=ns1", [["ns1/foo1", "ADDED"], "ns2/foo1", ["ns1/foo1+", "MODIFIED"]]],
  ["ns1", "metadata.namespace=ns2", ["ns1/foo1", "ns2/foo1", "ns1/foo1+", "ns2/foo1+"]],
  ["ns1", "spec.colour=bar2", ["ns1/foo1", "ns1/foo1=bar1", "ns2/foo1=bar2", ["ns1/foo1=bar2", "ADDED"]]],
  [
    "ns2",
    "spec.colour!=bar1",
    ["ns1/foo1", ["ns2/foo1", "ADDED"], ["ns2/foo1=bar1", "DELETED"], ["ns2/foo1=bar2", "ADDED"]],
  ],
  [
    "",
    "metadata.name=foo1",
    [
      ["ns1/foo1", "ADDED"],
      ["ns2/foo1", "ADDED"],
      "ns1/foo2",
      ["ns1/foo1+", "MODIFIED"],
      ["ns1/foo1=bar1", "MODIFIED"],
    ],
  ],
  [
    "",
    "metadata.name=foo1,metadata.namespace=ns1",
    [["ns1/foo1", "ADDED"], "ns1/foo2", "ns2/foo1", ["ns1/foo1+", "MODIFIED"], ["ns1/foo1=bar1", "MODIFIED"]],
  ],
  ["", "metadata.name=foo1,spec.colour=bar1", ["ns1/foo1", "ns1/foo1+", ["ns1/foo1=bar1", "ADDED"]]],
  [
    "",
    "spec.colour!=bar1,metadata.name=foo1",
    [
      ["ns1/foo1", "ADDED"],
      "ns1/foo2",
      ["ns1/foo1+", "MODIFIED"],
      ["ns1/foo1=bar1", "DELETED"],
      ["ns1/foo1=bar2", "ADDED"],
    ],
  ],
  [
    "ns1",
    "metadata.name=foo1",
    [["ns1/foo1", "ADDED"], "ns1/foo2", ["ns1/foo1+", "MODIFIED"], ["ns1/foo1=bar1", "MODIFIED"]],
  ],
  [
    "ns1",
    "metadata.name=foo2,metadata.namespace=ns1",
    ["ns1/foo1", ["ns1/foo2", "ADDED"], "ns1/foo1+", ["ns1/foo2=bar1", "MODIFIED"]],
  ],
  [
    "ns1",
    "metadata.name=foo1,metadata.namespace=ns1,spec.colour=bar1",
    ["ns1/foo1", "ns1/foo2", "ns2/foo1", "ns1/foo1+", ["ns1/foo1=bar1", "ADDED"]],
  ],
  [
    "ns1",
    "spec.colour!=bar1,metadata.name=foo2,metadata.namespace=ns1",
    ["ns1/foo1", "ns2/foo2", ["ns1/foo2", "ADDED"], ["ns1/foo2+", "MODIFIED"], ["ns1/foo2=bar1", "DELETED"]],
  ],
];

type ListRow = readonly [namespace: string, selector: string, ovens: readonly string[], expected: readonly string[]];

const listRows: readonly ListRow[] = [
  ["", "", ["ns1/foo1", "ns2/foo2"], ["ns1/foo1", "ns2/foo2"]],
  ["", "metadata.namespace=ns1", ["ns1/foo1", "ns2/foo1"], ["ns1/foo1"]],
  ["", "spec.colour=bar1", ["ns1/foo1=bar1", "ns2/foo2=bar2"], ["ns1/foo1"]],
  ["", "spec.colour!=bar1", ["ns1/foo1=bar1", "ns2/foo2=bar2"], ["ns2/foo2"]],
  ["ns1", "", ["ns1/foo1", "ns2/foo1", "ns1/foo2"], ["ns1/foo1", "ns1/foo2"]],
  ["ns1", "metadata.namespace=ns1", ["ns1/foo1", "ns2/foo1"], ["ns1/foo1"]],
  ["ns1", "metadata.namespace=ns2", ["ns1/foo1", "ns2/foo1", "ns1/foo2+", "ns2/foo2+"], []],
  ["ns1", "spec.colour=bar2", ["ns1/foo1=bar1", "ns2/foo1=bar2", "ns1/foo2=bar2"], ["ns1/foo2"]],
  ["ns2", "spec.colour!=bar1", ["ns1/foo1", "ns2/foo1", "ns2/foo3=bar1", "ns2/foo2=bar2"], ["ns2/foo1", "ns2/foo2"]],
  ["", "metadata.name=foo1", ["ns1/foo1", "ns2/foo1", "ns1/foo2"], ["ns1/foo1", "ns2/foo1"]],
  ["", "metadata.name=foo1,metadata.namespace=ns1", ["ns1/foo1", "ns1/foo2", "ns2/foo1"], ["ns1/foo1"]],
  ["", "metadata.name=foo1,spec.colour=bar1", ["ns1/foo1=bar1"], ["ns1/foo1"]],
  [
    "",
    "spec.colour!=bar1,metadata.name=foo1",
    ["ns1/foo1", "ns1/foo2", "ns2/foo1=bar1", "ns2/foo2=bar1", "ns3/foo1=bar2", "ns3/foo2=bar2"],
    ["ns1/foo1", "ns3/foo1"],
  ],
  ["ns1", "metadata.name=foo1", ["ns1/foo1", "ns1/foo2", "ns2/foo1", "ns2/foo2"], ["ns1/foo1"]],
  ["ns1", "metadata.name=foo1,metadata.namespace=ns1", ["ns1/foo1", "ns1/foo2", "ns2/foo1", "ns2/foo2"], ["ns1/foo1"]],
  [
    "ns2",
    "metadata.name=foo2,metadata.namespace=ns2,spec.colour=bar1",
    ["ns1/foo1", "ns1/foo2", "ns2/foo1", "ns2/foo2=bar1", "ns3/foo1=bar1", "ns3/foo2=bar1"],
    ["ns2/foo2"],
  ],
  [
    "ns2",
    "spec.colour!=bar2,metadata.name=foo1,metadata.namespace=ns2",
    ["ns1/foo1", "ns1/foo2", "ns2/foo1=bar1", "ns2/foo2=bar2", "ns3/foo1=bar2"],
    ["ns2/foo1"],
  ],
];

describe.each(Object.entries(storages))("with %s", (_, make) => {
  test.each(clusterRows)("ClusterScopedWatch: a watch in namespace %j with the selector %j", async (...row) => {
    await follow(new Bakery(make(), false), row);
  });

  test.each(namespacedRows)("NamespaceScopedWatch: a watch in namespace %j with the selector %j", async (...row) => {
    await follow(new Bakery(make(), true), row);
  });

  test.each(listRows)("NamespaceScopedList: a list of namespace %j with the selector %j", async (...row) => {
    const [namespace, selector, ovens, expected] = row;
    const bakery = new Bakery(make(), true);
    for (const each of ovens) await bakery.write(each);
    const path = `${folderOf(namespace)}/ovens?fieldSelector=${encodeURIComponent(selector)}`;
    for (const revision of ["", "&resourceVersion=0", `&resourceVersion=${ovens.length + 1}`, "&limit=1"]) {
      const names: string[] = [];
      let token = "";
      do {
        const { json } = await bakery.server.get(`${path}${revision}${token && `&continue=${token}`}`);
        names.push(...Object.values(json["items"] ?? {}).map(shown));
        token = textOf(json["metadata"]?.["continue"]);
      } while (token !== "");
      expect(names, revision).toEqual(expected);
    }
  });
});
