import {
  CodecFactory,
  decodeValue,
  encodeObject,
  NumberLiteral,
  objectValue,
  parseExactJSON,
  Scheme,
  UnmarshalError,
  valueBody,
  type Schema,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { gaugeDefinition, GaugeSchema, type Gauge } from "../apiserver/numbers/gauge.js";

const scheme = new Scheme("gauges");
gaugeDefinition.install(scheme);
const decoder = new CodecFactory(scheme).universalDeserializer();
const anySchema: Schema<unknown> = { name: "any", value: { type: "any" } };

function gauge(spec: object): Gauge {
  return { apiVersion: "numbers.example.com/v1", kind: "Gauge", metadata: { name: "a" }, spec };
}

describe("decodeValue", () => {
  test("reads a value as its JSON: without undefined, lone surrogates and negative zero", () => {
    const value = { a: undefined, "b\ud800": "\udc00", c: [undefined, -0], ["__proto__"]: { d: 1 } };
    const decoded = decodeValue(anySchema, value, "strict").value;
    expect(decoded).toEqual({ "b\ufffd": "\ufffd", c: [null, 0], ["__proto__"]: { d: 1 } });
    expect(Object.keys(decoded as object)).toEqual(["b\ufffd", "c", "__proto__"]);
    expect(value.c).toEqual([undefined, -0]);
  });

  test("keeps each bigint in a part without a type, and refuses no number", () => {
    const value = gauge({ any: 9007199254740993n, raw: { id: -9007199254740993n, small: 5n } });
    expect((decoder.decodeValue(value).object as Gauge).spec).toEqual({
      any: 9007199254740993n,
      raw: { id: -9007199254740993n, small: 5 },
    });
    expect((decoder.decodeValue(gauge({ any: 2 ** 53 })).object as Gauge).spec).toEqual({ any: 2 ** 53 });
  });

  test("reports the place of a problem and of an unknown field", () => {
    expect(() => decoder.decodeValue(gauge({ total: "x" }))).toThrow(/Go struct field \S*spec\.total of type int64/);
    expect(decoder.decodeValue(gauge({ unknown: 1 }), { mode: "warn" }).warnings).toEqual([
      'unknown field "spec.unknown"',
    ]);
  });

  test.each([
    ["Date", new Date(0), "object with toJSON"],
    ["Buffer", Buffer.from("a"), "object with toJSON"],
    ["function", () => 1, "function"],
    ["symbol", Symbol("a"), "symbol"],
  ])("refuses a %s, which is not a JSON value", (_, value, type) => {
    for (const whole of [value, { a: [value] }])
      expect(() => decodeValue(anySchema, whole, "ignore")).toThrow(
        new UnmarshalError(`json: unsupported type: ${type}`),
      );
    expect(() => decoder.decodeValue(gauge({ any: value }))).toThrow(UnmarshalError);
  });

  test("refuses a value that is nested deeper than the call stack allows", () => {
    let value: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(() => decodeValue(anySchema, value, "ignore")).toThrow(UnmarshalError);
  });
});

describe("valueBody", () => {
  test("is decoded without a change of the value, which it also returns as sent", () => {
    const value = gauge({ total: null, any: { a: [null] } });
    const body = valueBody(value);
    const { object } = decoder.decodeBody(body);
    expect(object).toMatchObject({ spec: { any: { a: [null] } } });
    expect(value.spec).toEqual({ total: null, any: { a: [null] } });
    expect(body.sent()).toEqual(value);
    expect(body.sent()).not.toBe(body.sent());
  });

  test("has the digits of number literals", () => {
    const decoded = (spec: object, mode: "ignore" | "warn") =>
      decoder.decodeBody(valueBody(gauge(spec)), { mode }).object as Gauge;
    const one = { total: new NumberLiteral("1.0") };
    expect(decoded(one, "ignore").spec).toEqual({ total: 1 });
    expect(() => decoded(one, "warn")).toThrow("cannot unmarshal number 1.0");
    for (const literal of ["9007199254740993", "1e400"])
      expect(() => decoded({ any: new NumberLiteral(literal) }, "ignore")).toThrow(literal);
    expect(decoded({ level: new NumberLiteral("1e21"), any: new NumberLiteral("-0") }, "warn").spec).toEqual({
      level: 1e21,
      any: 0,
    });
  });
});

test("objectValue returns the value of the JSON of an object, and shares nothing with it", () => {
  const object = gauge({ any: { list: [9007199254740993n, { a: "x" }] }, raw: { undefined: undefined }, level: 0.5 });
  const value = objectValue(GaugeSchema, object);
  expect(value).toEqual(parseExactJSON(encodeObject(GaugeSchema, object)));
  expect(Object.keys(value)).toEqual(["kind", "apiVersion", "metadata", "spec"]);
  expect(value["metadata"]).not.toBe(object.metadata);
});
