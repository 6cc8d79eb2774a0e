import {
  copyOf,
  extract,
  resourceOfKind,
  RESTClient,
  untypedResource,
  type APIObject,
  type ResourceType,
  type Transport,
  type TransportRequest,
} from "@apimachinery/client";
import { describe, expect, test } from "vitest";
import { GaugeSchema, gaugeGroup, gaugeText } from "../apiserver/numbers/gauge.js";

const spec = '{"raw":{"id":9007199254740993,"list":[{"u":18446744073709551615}]},"any":-9223372036854775809}';
const gvk = { group: gaugeGroup, version: "v1", kind: "Gauge" };
const value = {
  raw: { id: 9007199254740993n, list: [{ u: 18446744073709551615n }] },
  any: -9223372036854775809n,
};

/** Returns a client whose requests are recorded. Each response is the same text. */
function recording(text: string): { readonly client: RESTClient; readonly requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    send: (request) => {
      requests.push(request);
      const body = (async function* () {
        yield await Promise.resolve(Buffer.from(text));
      })();
      return Promise.resolve({ status: 200, headers: { "content-type": "application/json" }, body });
    },
    close: () => Promise.resolve(),
  };
  return { client: new RESTClient({ server: "http://server" }, transport), requests };
}

const types: readonly (readonly [string, ResourceType<APIObject>])[] = [
  ["of a generated kind", resourceOfKind({ schema: { ...GaugeSchema, gvk }, resource: "gauges" })],
  ["without generated code", untypedResource(gvk, "gauges")],
];

describe.each(types)("a client %s keeps the digits of large integers without a type", (_, type) => {
  const object = gaugeText(spec);

  test("when it reads an object, changes it and writes it back", async () => {
    const { client, requests } = recording(object);
    const gauges = client.resourceOf(type).namespace("default");
    const read = await gauges.get("g");
    expect(read).toMatchObject({ spec: value });
    expect(copyOf(read)).toEqual(read);
    await gauges.update({ ...read, metadata: { ...read.metadata, labels: { a: "b" } } });
    expect(requests[1]?.body).toContain(`"spec":${spec}`);
    await gauges.create(read);
    expect(requests[2]?.body).toContain(`"spec":${spec}`);
  });

  test("when it sends a patch or applies a configuration", async () => {
    const { client, requests } = recording(object);
    const gauges = client.resourceOf(type).namespace("default");
    await gauges.patch("g", { type: "merge", body: { spec: value } });
    expect(requests[0]?.body).toBe(`{"spec":${spec}}`);
    await gauges.patch("g", { type: "json", body: [{ op: "add", path: "/spec", value }] });
    expect(requests[1]?.body).toContain(`"value":${spec}`);
    await gauges.apply({ metadata: { name: "g" }, spec: value } as never, { fieldManager: "me" });
    expect(requests[2]?.body).toContain(`"spec":${spec}`);
  });

  test("in lists and watches", async () => {
    const list = `{"kind":"GaugeList","apiVersion":"${gaugeGroup}/v1","metadata":{},"items":[${object}]}`;
    const listed = await recording(list).client.resourceOf(type).list();
    expect(listed.items).toMatchObject([{ spec: value }]);
    const watch = await recording(`{"type":"ADDED","object":${object}}\n`).client.resourceOf(type).watch();
    for await (const event of watch) {
      expect(event).toMatchObject({ type: "ADDED", object: { spec: value } });
      return;
    }
    expect.unreachable("the watch has one event");
  });

  test("and refuses a number beyond the range of floating-point numbers", async () => {
    const { client } = recording(gaugeText('{"any":1e400}'));
    await expect(client.resourceOf(type).namespace("default").get("g")).rejects.toThrow(
      "cannot unmarshal number 1e400",
    );
  });
});

test("a generated client refuses a number of a typed field that would change", async () => {
  for (const text of ['{"total":9007199254740993}', '{"level":9007199254740993}']) {
    const { client } = recording(gaugeText(text));
    const [[, type]] = types as [(typeof types)[number]];
    await expect(client.resourceOf(type).namespace("default").get("g")).rejects.toThrow("number 9007199254740993");
  }
});

test("the fields that a manager has applied keep their digits", () => {
  const metadata = {
    name: "g",
    managedFields: [
      {
        manager: "me",
        operation: "Apply",
        apiVersion: `${gaugeGroup}/v1`,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:any": {}, "f:raw": { "f:id": {} } } },
      },
    ],
  };
  const object = { apiVersion: `${gaugeGroup}/v1`, kind: "Gauge", metadata, spec: value };
  expect(extract(object as never, "me")).toMatchObject({ spec: { any: value.any, raw: { id: value.raw.id } } });
});
