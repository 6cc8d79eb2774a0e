import { encodeCBOR } from "@apimachinery/runtime/cbor";
import { Scheme } from "@apimachinery/runtime";
import { newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { withPlainAdvice } from "../../../apiserver/errors/plain-advice.js";
import { InProcessServer, type Reply } from "../harness.js";
import { gaugeDefinition, gauges, gaugeText } from "./gauge.js";

function newServer(): InProcessServer {
  const group = (storage: Storage) =>
    newAPIGroup(gaugeDefinition, { scheme: new Scheme("gauges"), storage, keyPrefix: "/registry/gauges" });
  return new InProcessServer({ groups: [group] });
}

async function withGauge(spec: string): Promise<InProcessServer> {
  const server = newServer();
  expect((await server.post(gauges, gaugeText(spec))).status).toBe(201);
  return server;
}

const beyond = "only integers from -9007199254740991 to 9007199254740991 are supported";
const inField = (path: string, number: string) =>
  `${path}: cannot unmarshal number ${number}: ${beyond}, write it as a string`;
const cannot = 'Gauge in version "v1" cannot be handled as a Gauge';

/** Specs with a number beyond 2^53 - 1, and the error for each. */
const refused: readonly (readonly [spec: string, error: string])[] = [
  ['{"any":9007199254740992}', inField("spec.any", "9007199254740992")],
  ['{"any":-9007199254740993}', inField("spec.any", "-9007199254740993")],
  ['{"raw":{"a":[0,{"id":9223372036854775808}]}}', inField("spec.raw.a[1].id", "9223372036854775808")],
  ['{"raw":{"id":18446744073709551616}}', inField("spec.raw.id", "18446744073709551616")],
  [
    '{"total":9007199254740992}',
    `json: cannot unmarshal number 9007199254740992 into Go struct field GaugeSpec.spec.total of type int64: ${beyond}`,
  ],
  [
    '{"total":18446744073709551616}',
    "json: cannot unmarshal number 18446744073709551616 into Go struct field GaugeSpec.spec.total of type int64",
  ],
  [
    '{"level":9007199254740993}',
    "json: cannot unmarshal number 9007199254740993 into Go struct field GaugeSpec.spec.level of type float64: write 9007199254740992, the nearest floating-point number",
  ],
];

describe("a number that JavaScript would change is refused", () => {
  test.each(refused)("in a new object, as JSON and as YAML: %s", async (spec, error) => {
    const server = newServer();
    for (const type of ["application/json", "application/yaml"])
      for (const mode of ["Ignore", "Warn", "Strict"]) {
        const uri = `${gauges}?fieldValidation=${mode}`;
        expectRefused(
          await server.post(uri, gaugeText(spec), { "content-type": type }),
          `${cannot}: ${withPlainAdvice(error)}`,
        );
      }
    // Block style of YAML.
    const yaml = `apiVersion: numbers.example.com/v1\nkind: Gauge\nmetadata:\n  name: g\nspec: ${spec.replaceAll(":", ": ")}\n`;
    const reply = await server.post(gauges, yaml, { "content-type": "application/yaml" });
    expectRefused(reply, `${cannot}: ${withPlainAdvice(error)}`);
    expect((await server.get(gauges)).json["items"]).toEqual([]);
  });

  test.each(refused)("in an update: %s", async (spec, error) => {
    const server = await withGauge('{"any":1}');
    expectRefused(await server.put(`${gauges}/g`, gaugeText(spec)), `${cannot}: ${withPlainAdvice(error)}`);
    await expectUnchanged(server);
  });

  // Go converts the values of a strategic merge patch, before it decodes them.
  const isFloatInGo = (type: string, spec: string) => type.startsWith("strategic") && spec.includes('total":184');
  test.each(refused)("in a patch of any type: %s", async (spec, error) => {
    const server = await withGauge('{"any":1}');
    for (const mode of ["Ignore", "Warn", "Strict"])
      for (const [type, body] of patches(spec).filter(([type]) => !isFloatInGo(type, spec)))
        expectRefused(
          await server.patch(`${gauges}/g?fieldValidation=${mode}`, type, body),
          `error decoding patch: ${withPlainAdvice(error)}`,
        );
    await expectUnchanged(server);
  });

  test("in a strategic merge patch of an int64, with Go's message for a number beyond 64 bits", async () => {
    const server = await withGauge('{"any":1}');
    const reply = await server.patch(`${gauges}/g`, "strategic-merge-patch", '{"spec":{"total":18446744073709551616}}');
    expect([reply.status, reply.json["message"]]).toEqual([
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[total:1.8446744073709552e+19]]": cannot convert float64 to int64 (the value must be an integer in the range of its type)',
    ]);
    await expectUnchanged(server);
  });

  test.each(refused)("in an applied configuration, as JSON and as YAML: %s", async (spec, error) => {
    const server = await withGauge('{"any":1}');
    const headers = { "content-type": "application/apply-patch+yaml" };
    for (const body of [gaugeText(spec), gaugeText(spec).replaceAll(":", ": ").replace("{", "{ # YAML\n")])
      expectRefused(
        await server.send("PATCH", `${gauges}/g?fieldManager=me&force=true`, { body, headers }),
        `failed to convert new typed object to object: ${withPlainAdvice(error)}`,
      );
    await expectUnchanged(server);
  });

  test("in CBOR", async () => {
    const scheme = new Scheme("gauges");
    gaugeDefinition.install(scheme);
    const object = { ...(JSON.parse(gaugeText("{}")) as object), spec: { any: 9007199254740993n } };
    const bytes = Buffer.from(encodeCBOR(scheme, object as never));
    const reply = await newServer().send("POST", gauges, { bytes, headers: { "content-type": "application/cbor" } });
    expectRefused(reply, `${cannot}: ${inField("spec.any", "9007199254740993")}`);
  });

  test("if it is beyond the range of floating-point numbers", async () => {
    const error = "of type float64";
    const server = await withGauge('{"any":1}');
    for (const spec of ['{"any":1e400}', '{"raw":{"id":-1e400}}', '{"level":1e400}']) {
      const replies = [
        await server.post(gauges, gaugeText(spec)),
        ...(await Promise.all(patches(spec).map(([type, body]) => server.patch(`${gauges}/g`, type, body)))),
      ];
      for (const { status, json } of replies) {
        expect([400, 422]).toContain(status);
        expect(json["message"]).toContain(error);
      }
    }
    await expectUnchanged(server);
  });

  async function expectUnchanged(server: InProcessServer): Promise<void> {
    expect((await server.get(`${gauges}/g`)).json["spec"]).toEqual({ any: 1 });
  }
});

/** Returns patches of each type that replace or merge the spec. */
function patches(spec: string): readonly (readonly [type: string, body: string])[] {
  return [
    ["merge-patch", `{"spec":${spec}}`],
    ["strategic-merge-patch", `{"spec":${spec}}`],
    ["json-patch", `[{"op":"replace","path":"/spec","value":${spec}}]`],
  ];
}

function expectRefused({ status, json }: Reply, message: string): void {
  expect({ status, message: json["message"] }).toEqual({ status: 400, message });
}

describe("a number that JavaScript keeps", () => {
  const spec =
    '{"level":100000000000000000000,"raw":{"a":[9007199254740991,-9007199254740991,0.5,1e+21,1.7976931348623157e+308]}}';

  test("can be read, put back and patched in every media type", async () => {
    const server = await withGauge(spec);
    const { text } = await server.get(`${gauges}/g`);
    expect(text).toContain(`"spec":${spec}`);
    expect((await server.send("PUT", `${gauges}/g`, { body: text })).status).toBe(200);
    const yaml = await server.get(`${gauges}/g`, { accept: "application/yaml" });
    const headers = { "content-type": "application/yaml" };
    expect((await server.send("PUT", `${gauges}/g`, { body: yaml.text, headers })).status).toBe(200);
    const cbor = await server.response("GET", `${gauges}/g`, { headers: { accept: "application/cbor" } });
    const put = { bytes: cbor.body as Buffer, headers: { "content-type": "application/cbor" } };
    expect((await server.send("PUT", `${gauges}/g`, put)).status).toBe(200);
    for (const [type, body] of patches(spec)) expect((await server.patch(`${gauges}/g`, type, body)).status).toBe(200);
    const applied = { body: gaugeText(spec), headers: { "content-type": "application/apply-patch+yaml" } };
    expect((await server.send("PATCH", `${gauges}/g?fieldManager=me&force=true`, applied)).status).toBe(200);
    expect((await server.get(`${gauges}/g`)).text).toContain(`"spec":${spec}`);
  });

  test("is stored already, for example by an older version of the server", async () => {
    const server = await withGauge('{"any":1,"raw":{"id":"?"}}');
    const [item] = (await server.storage.list("/registry/gauges/")).items;
    if (item === undefined) throw new Error("no gauge is stored");
    const text = Buffer.from(item.value).toString("utf8").replace('"?"', "18446744073709552000");
    await server.storage.update(item.key, Buffer.from(text), item.revision);
    expect((await server.get(`${gauges}/g`)).text).toContain('"raw":{"id":18446744073709552000}');
    expect((await server.get(gauges)).text).toContain('"raw":{"id":18446744073709552000}');
    expect((await server.get(gauges, { accept: "application/yaml" })).text).toContain("id: 18446744073709552000");
    expect((await server.delete(`${gauges}/g`)).status).toBe(200);
  });
});

describe("the notation of a number in a patch", () => {
  const merge = (spec: string) => ["merge-patch", `{"spec":${spec}}`] as const;
  const replace = (path: string, value: string) =>
    ["json-patch", `[{"op":"replace","path":"${path}","value":${value}}]`] as const;

  test.each([
    merge('{"count":2.0}'),
    merge('{"count":2e0}'),
    replace("/spec/count", "2.0"),
    replace("/spec/total", "2e3"),
  ])("is refused for an integer if it has a fraction or an exponent, as in a new object: %s %s", async (type, body) => {
    const server = await withGauge('{"count":1,"total":1}');
    for (const mode of ["Warn", "Strict"]) {
      const { status, json } = await server.patch(`${gauges}/g?fieldValidation=${mode}`, type, body);
      expect(status).toBe(422);
      expect(json["message"]).toMatch(/cannot unmarshal number 2(\.0|e0|e3) into Go struct field GaugeSpec\.spec\./);
    }
    expect((await server.get(`${gauges}/g`)).json["spec"]).toEqual({ count: 1, total: 1 });
  });

  test("may have a fraction in a strategic merge patch, which Go decodes before it merges", async () => {
    const server = await withGauge('{"count":1}');
    const reply = await server.patch(`${gauges}/g`, "strategic-merge-patch", '{"spec":{"count":2.0}}');
    expect([reply.status, reply.json["spec"]]).toEqual([200, { count: 2 }]);
  });

  test("does not matter for a number without a type", async () => {
    const server = await withGauge('{"any":1}');
    const reply = await server.patch(`${gauges}/g`, ...merge('{"level":2.0,"any":[1.0,0.10,1e2,-0,-0.0]}'));
    expect(reply.text).toContain('"spec":{"level":2,"any":[1,0.1,100,0,0]}');
  });

  test.each([
    ["/spec/count", "1", true],
    ["/spec/count", "1.0", false],
    ["/spec/count", "1e0", false],
    ["/spec/level", "0.5", true],
    ["/spec/level", "0.50", false],
    ["/spec/raw", '{"a":[1]}', true],
    ["/spec/raw", '{"a":[1.0]}', false],
  ])("counts in the operation `test` of a JSON patch, as in Go: %s, %s", async (path, value, isEqual) => {
    const server = await withGauge('{"count":1,"level":0.5,"raw":{"a":[1]}}');
    const reply = await server.patch(`${gauges}/g`, "json-patch", `[{"op":"test","path":"${path}","value":${value}}]`);
    expect(reply.status).toBe(isEqual ? 200 : 422);
  });

  test("counts in `test` for a value that the same patch has added, copied or moved", async () => {
    const server = await withGauge('{"raw":{}}');
    const patch = (value: string) => `[
      {"op":"add","path":"/spec/raw/a","value":{"n":[1.0]}},
      {"op":"copy","from":"/spec/raw/a","path":"/spec/raw/b"},
      {"op":"move","from":"/spec/raw/b/n/0","path":"/spec/raw/c"},
      {"op":"test","path":"/spec/raw/a/n/0","value":${value}},
      {"op":"test","path":"/spec/raw/c","value":${value}}]`;
    expect((await server.patch(`${gauges}/g`, "json-patch", patch("1"))).status).toBe(422);
    const reply = await server.patch(`${gauges}/g`, "json-patch", patch("1.0"));
    expect(reply.text).toContain('"raw":{"a":{"n":[1]},"b":{"n":[]},"c":1}');
  });

  test("is not a path into the number", async () => {
    const server = await withGauge('{"raw":{}}');
    const patch =
      '[{"op":"add","path":"/spec/raw/a","value":1.0},{"op":"replace","path":"/spec/raw/a/text","value":"x"}]';
    expect((await server.patch(`${gauges}/g`, "json-patch", patch)).status).toBe(422);
    expect((await server.patch(`${gauges}/g`, "json-patch", "1.0")).json["message"]).toContain(
      "cannot unmarshal number into Go value of type []handlers.jsonPatchOp",
    );
  });
});
