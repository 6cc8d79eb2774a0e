import { newAPIGroup, type GroupDefinition, type Strategy } from "@apimachinery/apiserver";
import {
  Scheme,
  type int32,
  type ListMeta,
  type ObjectMeta,
  type Schema,
  type Time,
  type TypeMeta,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, whyNoKubectl } from "../interop/kubectl.js";
import { Events } from "./events.js";
import { run, type Running } from "./garage/running.js";
import { InProcessServer, textOf, type Json } from "./harness.js";

const group = "shop.example.com";

/** A lamp in v1. In v1beta1, the color has another name, and clients can select fewer fields. */
interface Lamp extends TypeMeta {
  metadata: ObjectMeta;
  spec: { color: string; power?: int32; isOn?: boolean; since?: Time };
}
interface OldLamp extends TypeMeta {
  metadata: ObjectMeta;
  colour: string;
}
interface LampList extends TypeMeta {
  metadata: ListMeta;
  items: Lamp[];
}

const text = { type: "string" } as const;
const head = { apiVersion: text, kind: text } as const;
const metadata = { type: "ref", to: () => ObjectMetaSchema } as const;
const SpecSchema: Schema<Lamp["spec"]> = {
  name: "v1.LampSpec",
  fields: {
    color: text,
    power: { type: "int32", optional: true },
    isOn: { type: "boolean", optional: true },
    since: { type: "Time", optional: true },
  },
};
const gvk = (version: string, kind: string) => ({ group, version, kind });
const LampSchema: Schema<Lamp> = {
  name: "v1.Lamp",
  gvk: gvk("v1", "Lamp"),
  fields: { ...head, metadata, spec: { type: "ref", to: () => SpecSchema } },
};
const OldLampSchema: Schema<OldLamp> = {
  name: "v1beta1.Lamp",
  gvk: gvk("v1beta1", "Lamp"),
  fields: { ...head, metadata, colour: text },
};
const listOf = (version: string, schema: Schema<Lamp> | Schema<OldLamp>) =>
  ({
    name: `${version}.LampList`,
    gvk: gvk(version, "LampList"),
    fields: {
      ...head,
      metadata: { type: "ref", to: () => ListMetaSchema },
      items: { type: "list", items: { type: "ref", to: () => schema } },
    },
  }) as Schema<LampList>;

function install(scheme: Scheme): void {
  const v1 = { group, version: "v1" };
  const v1beta1 = { group, version: "v1beta1" };
  const selectableFields = ["spec.color", "spec.power", "spec.isOn", "spec.since"];
  scheme.addKnownTypes(
    v1,
    { schema: LampSchema, resource: "lamps", selectableFields },
    { schema: listOf("v1", LampSchema) },
  );
  scheme.addKnownTypes(
    v1beta1,
    { schema: OldLampSchema, resource: "lamps", selectableFields: ["colour"] },
    { schema: listOf("v1beta1", OldLampSchema) },
  );
  scheme.setVersionPriority(v1, v1beta1);
  scheme.addGeneratedConversionFuncs(
    OldLampSchema,
    LampSchema,
    ({ colour, ...rest }) => ({ ...rest, spec: { color: colour } }),
    ({ spec, ...rest }) => ({ ...rest, colour: spec.color }),
  );
  scheme.setHubVersion(v1);
}

function groupWith(strategy: Strategy<Lamp> = {}): GroupDefinition {
  return { install, storageVersion: { group, version: "v1" }, kinds: { Lamp: strategy } };
}

const lamps = `/apis/${group}/v1/namespaces/default/lamps`;
const oldLamps = `/apis/${group}/v1beta1/namespaces/default/lamps`;
const lamp = (name: string, spec: object) => ({ apiVersion: `${group}/v1`, kind: "Lamp", metadata: { name }, spec });
const examples = [
  lamp("a", { color: "red", power: 60, isOn: true, since: "2026-01-02T03:04:05Z" }),
  lamp("b", { color: "blue", power: 0, isOn: false }),
  lamp("c", { color: "red" }),
];

async function serverWith(strategy?: Strategy<Lamp>): Promise<InProcessServer> {
  const place = { scheme: new Scheme("lamps"), keyPrefix: "/registry" };
  const server = new InProcessServer({
    groups: [(storage) => newAPIGroup(groupWith(strategy), { ...place, storage })],
  });
  for (const example of examples) expect((await server.post(lamps, example)).status).toBe(201);
  return server;
}

const uri = (path: string, selector: string) => `${path}?fieldSelector=${encodeURIComponent(selector)}`;

function namesIn({ json }: { readonly json: Json }): string {
  return Object.values(json["items"] ?? {})
    .map((item) => textOf(item["metadata"]?.["name"]))
    .join("");
}

describe("fields with +kubebuilder:selectablefield", () => {
  test.each([
    ["spec.color=red", "ac"],
    ["spec.color!=red", "b"],
    ["spec.power=60", "a"],
    ["spec.power=0", "b"],
    ["spec.power=", "c"],
    ["spec.isOn=true", "a"],
    ["spec.isOn=false", "b"],
    ["spec.isOn=", "c"],
    ["spec.since=2026-01-02T03:04:05Z", "a"],
    ["spec.since=", "bc"],
    ["spec.color=red,metadata.name!=a", "c"],
    ["spec.color=red,metadata.namespace=other", ""],
  ])("select the objects of a list: %s", async (selector, names) => {
    expect(namesIn(await (await serverWith()).get(uri(lamps, selector)))).toBe(names);
  });

  test("have the names and the values of the version of the request", async () => {
    const server = await serverWith();
    expect(namesIn(await server.get(uri(oldLamps, "colour=red")))).toBe("ac");
    expect((await server.get(uri(oldLamps, "spec.color=red"))).status).toBe(400);
    expect((await server.get(uri(lamps, "colour=red"))).status).toBe(400);
  });

  test("select the objects of a watch, which sees objects come and go", async () => {
    const server = await serverWith();
    const streams = await Promise.all(
      [uri(lamps, "spec.color=red"), uri(oldLamps, "colour=red")].map(
        async (path) => new Events(await server.response("GET", `${path}&watch=1`)),
      ),
    );
    await server.patch(`${lamps}/b`, "merge-patch", { spec: { color: "red" } });
    await server.patch(`${lamps}/a`, "merge-patch", { spec: { color: "green" } });
    for (const stream of streams) {
      const events = await stream.take(4);
      expect(events.map(({ type, object }) => `${textOf(type)} ${textOf(object?.["metadata"]?.["name"])}`)).toEqual([
        "ADDED a",
        "ADDED c",
        "ADDED b",
        "DELETED a",
      ]);
      stream.hangUp();
    }
  });

  test("select the objects that the deletion of a collection deletes", async () => {
    const server = await serverWith();
    expect((await server.delete(uri(lamps, "spec.isOn=true"))).status).toBe(200);
    expect(namesIn(await server.get(lamps))).toBe("bc");
  });

  test("are the only ones: another field is refused with the message for custom resources", async () => {
    const server = await serverWith();
    for (const path of [lamps, `${lamps}?watch=1`]) {
      const separator = path.includes("?") ? "&" : "?";
      expect((await server.get(`${path}${separator}fieldSelector=spec.heat%3Dhot`)).json).toMatchObject({
        code: 400,
        reason: "BadRequest",
        message: "field label not supported: spec.heat",
      });
    }
  });

  test("are selectable beside the fields that a strategy returns, which win", async () => {
    const server = await serverWith({
      selectableFields: ({ metadata: { name = "" }, spec }) => ({ "spec.power": `${spec.power ?? 0} W`, first: name }),
    });
    expect(namesIn(await server.get(uri(lamps, "spec.power=60 W,first=a,spec.color=red")))).toBe("a");
    expect((await server.get(uri(lamps, "spec.heat=hot"))).json["message"]).toBe(
      '"spec.heat" is not a known field selector: only "metadata.name", "metadata.namespace", "spec.power", "first", "spec.color", "spec.isOn", "spec.since"',
    );
  });
});

describe.skipIf(findKubectl() === undefined)(`kubectl --field-selector (${whyNoKubectl() ?? "found"})`, () => {
  let running: Running;
  beforeAll(async () => {
    running = await run({ name: "lamps", description: "Serves lamps.", version: "v1.0.0", groups: [groupWith()] });
    for (const example of examples) await running.kubectl(["create", "-f", "-"], JSON.stringify(example));
  });
  afterAll(() => running.stop());

  test("selects objects by marked fields", async () => {
    const get = (selector: string) => running.kubectl(["get", "lamps", "--field-selector", selector, "-o", "name"]);
    expect(await get("spec.color=red,spec.isOn=true")).toBe("lamp.shop.example.com/a");
    expect(await get("spec.heat=hot")).toContain("field label not supported: spec.heat");
  });
});
