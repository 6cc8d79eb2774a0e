import {
  Scheme,
  type KindDefinition,
  type ListMeta,
  type ObjectMeta,
  type Schema,
  type TypeMeta,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import { newAPIGroup, type APIGroupInfo, type Storage } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { InProcessServer } from "../apiserver/harness.js";
import { fractionOfLimit } from "./cpu-limit.js";

/** A union whose members contain further unions. */
type Node = Leaf | Pair | Sequence;

interface Leaf {
  type: "leaf";
  text: string;
}

interface Pair {
  type: "pair";
  left: Node;
  right: Node;
}

interface Sequence {
  type: "sequence";
  nodes: Node[];
}

interface Tree extends TypeMeta {
  metadata: ObjectMeta;
  root: Node;
}

interface TreeList extends TypeMeta {
  metadata: ListMeta;
  items: Tree[];
}

const LeafSchema: Schema<Leaf> = { name: "v1.Leaf", fields: { type: { type: "string" }, text: { type: "string" } } };
const PairSchema: Schema<Pair> = {
  name: "v1.Pair",
  fields: {
    type: { type: "string" },
    left: { type: "ref", to: () => NodeSchema },
    right: { type: "ref", to: () => NodeSchema },
  },
};
const SequenceSchema: Schema<Sequence> = {
  name: "v1.Sequence",
  fields: { type: { type: "string" }, nodes: { type: "list", items: { type: "ref", to: () => NodeSchema } } },
};
const NodeSchema: Schema<Node> = {
  name: "v1.Node",
  discriminator: "type",
  members: { leaf: () => LeafSchema, pair: () => PairSchema, sequence: () => SequenceSchema },
};
const TreeSchema: Schema<Tree> = {
  name: "v1.Tree",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    root: { type: "ref", to: () => NodeSchema },
  },
};
const TreeListSchema: Schema<TreeList> = {
  name: "v1.TreeList",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => TreeSchema } },
  },
};
const treeKind: KindDefinition<Tree> = { schema: TreeSchema, resource: "trees", scope: "Cluster" };

const groupVersion = { group: "forest.example.com", version: "v1" };
const trees = "/apis/forest.example.com/v1/trees";

function forest(storage: Storage): APIGroupInfo {
  const install = (scheme: Scheme) => {
    for (const version of ["__internal", "v1"])
      scheme.addKnownTypes({ group: groupVersion.group, version }, treeKind, { schema: TreeListSchema });
  };
  const place = { scheme: new Scheme("forest"), storage, keyPrefix: "/registry/forest" };
  return newAPIGroup({ install, storageVersion: groupVersion, kinds: { Tree: {} } }, place);
}

const leaf: Leaf = { type: "leaf", text: "x" };

/** Returns a node of the given depth. Each level contains `width` leaves. */
function deep(depth: number, width: number): Node {
  let node: Node = leaf;
  for (let level = 0; level < depth; level++)
    node = { type: "sequence", nodes: [...Array.from({ length: width }, () => leaf), node] };
  return node;
}

/** Returns a binary tree of the given depth. */
function branching(depth: number): Node {
  return depth === 0 ? leaf : { type: "pair", left: branching(depth - 1), right: branching(depth - 1) };
}

const cases: Readonly<Record<string, () => unknown>> = {
  "a union of depth 100 and of width 700": () => deep(100, 700),
  "a binary tree of 65,000 unions": () => branching(14),
  "90,000 unions of an unknown type": () => ({
    type: "sequence",
    nodes: Array.from({ length: 90_000 }, () => ({ type: "shrub" })),
  }),
  "unions of depth 100 with unknown fields": () =>
    JSON.parse(JSON.stringify(deep(100, 500)).replaceAll("text", "txet")) as unknown,
};

test.each(Object.keys(cases))("%s is decoded and patched in linear time", async (name) => {
  const server = new InProcessServer({ groups: [forest] });
  expect((await server.post(trees, { metadata: { name: "plain" }, root: leaf })).status).toBe(201);
  const root = cases[name]?.();
  const body = JSON.stringify({ metadata: { name: "large" }, root });
  expect(Buffer.byteLength(body), "bytes of the body").toBeLessThanOrEqual(3 * 1024 * 1024);
  const requests = [
    () => server.post(`${trees}?dryRun=All`, body),
    () => server.patch(`${trees}/plain?dryRun=All`, "strategic-merge-patch", { root }),
    () => server.patch(`${trees}/plain?dryRun=All`, "merge-patch", { root }),
  ];
  for (const request of requests) {
    let fraction = Infinity;
    for (let tries = 5; tries > 0 && fraction >= 1; tries--) {
      const before = process.cpuUsage();
      const reply = await request();
      const { user, system } = process.cpuUsage(before);
      expect(reply.status).toBeLessThan(500);
      fraction = Math.min(fraction, fractionOfLimit((user + system) / 1000));
    }
    expect(fraction, "CPU time divided by the limit").toBeLessThan(1);
  }
});
