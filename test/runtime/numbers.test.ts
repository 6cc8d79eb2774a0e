import { readFileSync } from "node:fs";
import {
  CodecFactory,
  decodeJSON,
  decodeValue,
  encodeObject,
  jsonText,
  LargeNumberError,
  parseExactJSON,
  Scheme,
  stringifyJSON,
  UnmarshalError,
  type LargeIntegers,
  type RawExtension,
  type RuntimeObject,
  type Schema,
} from "@apimachinery/runtime";
import { deepCopyJSON, ObjectMetaSchema, preserveLost, restoreLost } from "@apimachinery/runtime/codegen/v1";
import { decodeCBOR, encodeCBOR, EncodedItem, jsonToCBOR } from "@apimachinery/runtime/cbor";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { describe, expect, test } from "vitest";
import { readYAML } from "../../apiserver/yaml/read-yaml.js";
import { jsonEqual } from "../../runtime/json/values.js";
import { digestOf } from "../../runtime/preserve/digest.js";
import { compareValues } from "../../runtime/structuredmerge/value/compare-values.js";
import { wholeValue } from "../../runtime/schema/whole-value.js";
import { semanticEqual } from "../../runtime/schema/semantic-equal.js";
import { MalformedProtobufError } from "../../runtime/wire/malformed-error.js";
import { protobufField, protobufObject } from "../fuzz/binary.js";
import { gaugeDefinition, GaugeSchema, gaugeText, type Gauge } from "../apiserver/numbers/gauge.js";

interface Row {
  readonly literal: string;
  /** Cells of the columns: `error`, or the value. */
  readonly cells: readonly string[];
}

/** The table in docs/types.md. */
const [, section = ""] = readFileSync(new URL("../../docs/types.md", import.meta.url), "utf8").split("### Numbers");
const rows: readonly Row[] = section
  .split("\n")
  .filter((line) => /^\| `-?\d/.test(line))
  .map((line) => {
    const [literal = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => /`([^`]*)`|error/.exec(cell)?.[1] ?? "error");
    return { literal, cells };
  });

const columns: readonly (readonly [string, (literal: string) => string, LargeIntegers])[] = [
  ["total", (literal) => `{"total":${literal}}`, "refuse"],
  ["level", (literal) => `{"level":${literal}}`, "refuse"],
  ["any", (literal) => `{"any":${literal}}`, "refuse"],
  ["any", (literal) => `{"any":${literal}}`, "bigint"],
];

function decode(spec: string, largeIntegers: LargeIntegers): Gauge {
  return decodeJSON(GaugeSchema, gaugeText(spec), "ignore", largeIntegers).value;
}

/** A kind with protobuf. */
interface Meter extends RuntimeObject {
  metadata: object;
  spec: { total?: number; level?: number; raw?: RawExtension };
}
const MeterSchema: Schema<Meter> = {
  name: "v1.Meter",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema, number: 1 },
    spec: { type: "ref", to: () => MeterSpecSchema, number: 2 },
  },
};
const MeterSpecSchema: Schema<Meter["spec"]> = {
  name: "v1.MeterSpec",
  fields: {
    total: { type: "int64", optional: true, number: 1 },
    level: { type: "float64", optional: true, number: 2 },
    raw: { type: "RawExtension", optional: true, number: 3 },
  },
};
const meters = new Scheme("meters");
meters.addKnownTypes({ group: "numbers.example.com", version: "v1" }, { schema: MeterSchema });

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}

describe("the table of numbers in docs/types.md", () => {
  test("has a number on each side of every border", () => {
    expect(rows.map(({ literal }) => literal)).toEqual(
      `9007199254740991 9007199254740992 9007199254740993 -9007199254740991 -9007199254740993 9223372036854775807
      9223372036854775808 18446744073709551615 18446744073709551616 1e20 1e21 1e400 1.0 -0`.split(/\s+/),
    );
    for (const { cells } of rows) expect(cells).toHaveLength(4);
  });

  for (const { literal, cells } of rows)
    for (const [index, [field, specOf, largeIntegers]] of columns.entries()) {
      const cell = cells[index] ?? "";
      test(`${literal} in spec.${field} with large integers "${largeIntegers}": ${cell}`, () => {
        const spec = specOf(literal);
        if (cell === "error") {
          expect(() => decode(spec, largeIntegers)).toThrow(UnmarshalError);
          return;
        }
        const value = (decode(spec, largeIntegers).spec as Readonly<Record<string, unknown>>)[field];
        expect(value == (cell.endsWith("n") ? BigInt(cell.slice(0, -1)) : Number(cell))).toBe(true);
        expect(typeof value).toBe(cell.endsWith("n") ? "bigint" : "number");
        // The printed value is read again, and printed as the same text.
        const text = encodeObject(GaugeSchema, decode(spec, largeIntegers));
        const again = decodeJSON(GaugeSchema, text, "strict", largeIntegers).value;
        expect(encodeObject(GaugeSchema, again)).toBe(text);
        if (cell.endsWith("n")) expect(text).toContain(`"spec":${spec}`);
      });
    }

  // Only servers read YAML.
  const ofServers = columns.filter(([, , largeIntegers]) => largeIntegers === "refuse");
  for (const { literal, cells } of rows)
    for (const [index, [field, specOf]] of ofServers.entries()) {
      // In YAML, this number is a text.
      const cell = literal === "1e400" && field === "any" ? literal : (cells[index] ?? "");
      test(`${literal} in YAML in spec.${field}: ${cell}`, () => {
        // JSON is YAML, too.
        const { json } = readYAML(gaugeText(specOf(literal)));
        const read = () => decodeJSON(GaugeSchema, json, "ignore").value.spec as Readonly<Record<string, unknown>>;
        if (cell === "error") expect(read).toThrow(UnmarshalError);
        else expect(read()[field]).toBe(cell === "1e400" ? cell : Number(cell) + 0);
      });
    }

  const scheme = new Scheme("gauges");
  gaugeDefinition.install(scheme);
  const inCBOR = (spec: object) => jsonToCBOR({ ...(JSON.parse(gaugeText("{}")) as object), spec });
  const item = (literal: string): Uint8Array => {
    if (!/[.e]|-0/.test(literal)) return jsonToCBOR(BigInt(literal));
    const bytes = new Uint8Array(9).fill(0xfb, 0, 1);
    new DataView(bytes.buffer).setFloat64(1, Number(literal));
    return bytes;
  };
  // CBOR has 64-bit integers with a sign, and no number beyond the range of floating-point numbers.
  const written = rows.filter(({ literal }) => !/^(9223372036854775808|18446.*|1e400)$/.test(literal));
  for (const { literal, cells } of written)
    for (const [index, [field, , largeIntegers]] of columns.entries()) {
      const cell = cells[index] ?? "";
      test(`${literal} in CBOR in spec.${field} with large integers "${largeIntegers}": ${cell}`, () => {
        const document = inCBOR({ [field]: new EncodedItem(item(literal)) });
        const read = () => decodeCBOR(scheme, document, "ignore", largeIntegers).value as Gauge;
        if (cell === "error") {
          expect(read).toThrow(UnmarshalError);
          return;
        }
        const value = (read().spec as Readonly<Record<string, unknown>>)[field];
        expect(value == (cell.endsWith("n") ? BigInt(cell.slice(0, -1)) : Number(cell))).toBe(true);
        expect(typeof value).toBe(cell.endsWith("n") ? "bigint" : "number");
        // The written value is read again.
        expect(decodeCBOR(scheme, encodeCBOR(scheme, read()), "ignore", largeIntegers).value).toEqual(read());
      });
    }

  test("an integer beyond 64 bits with a sign is refused in CBOR", () => {
    for (const literal of ["9223372036854775808", "18446744073709551615"])
      for (const [field, , largeIntegers] of columns) {
        const document = inCBOR({ [field]: new EncodedItem(item(literal)) });
        expect(() => decodeCBOR(scheme, document, "ignore", largeIntegers)).toThrow("overflows int64");
      }
  });

  // A message has an integer of 64 bits, a floating-point number, and JSON in a part without a
  // type.
  const inProtobuf = (field: string, literal: string): Uint8Array => {
    const double = Buffer.alloc(8);
    double.writeDoubleLE(Number(literal));
    const number: Readonly<Record<string, () => Buffer>> = {
      total: () => Buffer.concat([Buffer.from([1 * 8]), varint(BigInt.asUintN(64, BigInt(literal)))]),
      level: () => Buffer.concat([Buffer.from([2 * 8 + 1]), double]),
      raw: () => protobufField(3, protobufField(1, `{"n":${literal}}`)),
    };
    return protobufObject("numbers.example.com/v1", "Meter", protobufField(2, number[field]?.() ?? ""));
  };
  const readMeter = (field: string, literal: string): unknown => {
    const { spec } = decodeProtobuf(meters, inProtobuf(field, literal)) as Meter;
    return field === "raw" ? (spec.raw as { readonly n?: unknown }).n : spec[field as "total" | "level"];
  };
  for (const { literal, cells } of rows)
    for (const [field, cell = ""] of [
      ["total", cells[0]],
      ["level", cells[1]],
      ["raw", cells[3]],
    ] as const) {
      if (field === "total" && !/^(?!-0)-?\d+$/.test(literal)) continue;
      // Every floating-point number of 64 bits has a form, and only those have one.
      if (field === "level" && cell === "error" && literal !== "1e400") continue;
      // An integer of more than 64 bits has no form.
      if (field === "total" && BigInt.asIntN(64, BigInt(literal)) !== BigInt(literal)) continue;
      test(`${literal} in protobuf in spec.${field}: ${cell}`, () => {
        if (cell === "error") {
          expect(() => readMeter(field, literal)).toThrow(MalformedProtobufError);
          return;
        }
        const value = readMeter(field, literal);
        expect(value == (cell.endsWith("n") ? BigInt(cell.slice(0, -1)) : Number(cell))).toBe(true);
        expect(typeof value).toBe(cell.endsWith("n") ? "bigint" : "number");
        // The written message is read again, and written with the same bytes.
        const bytes = encodeProtobuf(meters, decodeProtobuf(meters, inProtobuf(field, literal)));
        expect(encodeProtobuf(meters, decodeProtobuf(meters, bytes))).toEqual(bytes);
      });
    }

  test("`1.0` for an integer is refused in the modes `warn` and `strict`", () => {
    for (const mode of ["warn", "strict"] as const)
      for (const spec of ['{"count":1.0}', '{"total":1e0}'])
        expect(() => decodeJSON(GaugeSchema, gaugeText(spec), mode)).toThrow("cannot unmarshal number 1");
  });
});

const spec =
  '{"raw":{"id":9007199254740993,"list":[-9007199254740993,{"u":18446744073709551615}]},"any":9223372036854775808}';
const gauge = decode(spec, "bigint");

describe("a bigint in a part without a type", () => {
  test("has the digits of the document, and prints them", () => {
    expect(gauge.spec).toEqual({
      raw: { id: 9007199254740993n, list: [-9007199254740993n, { u: 18446744073709551615n }] },
      any: 9223372036854775808n,
    });
    const text = `{"kind":"Gauge",${gaugeText(spec).replace(',"kind":"Gauge"', "").slice(1)}`;
    expect(encodeObject(GaugeSchema, gauge)).toBe(text);
    expect(stringifyJSON(gauge)).toBe(
      text.replace('"kind":"Gauge",', "").replace(/("apiVersion":"[^"]*")/, '"kind":"Gauge",$1'),
    );
    expect(parseExactJSON(stringifyJSON(gauge))).toEqual(gauge);
    expect(parseExactJSON(jsonText(gauge, 2))).toEqual(gauge);
    expect(jsonText(gauge, 2)).toBe(JSON.stringify(JSON.parse(gaugeTextWithMarks()), null, 2).replaceAll(/"#|#"/g, ""));
  });

  /** Returns the gauge with marked strings in place of its numbers. */
  function gaugeTextWithMarks(): string {
    return stringifyJSON(gauge).replaceAll(/-?\d{16,}/g, '"#$&#"');
  }

  test("is decoded again, copied, compared and hashed", () => {
    expect(decodeValue(GaugeSchema, gauge, "strict").value).toEqual(gauge);
    const scheme = new Scheme("gauges");
    gaugeDefinition.install(scheme);
    expect(new CodecFactory(scheme).universalDeserializer().decodeValue(gauge).object).toEqual(gauge);
    const copy = deepCopyJSON(gauge);
    expect(copy).toEqual(gauge);
    expect([copy.spec.raw === gauge.spec.raw, jsonEqual(copy, gauge), semanticEqual(copy, gauge)]).toEqual([
      false,
      true,
      true,
    ]);
    // The type of a JSON value does not have bigints.
    const other = { ...gauge, spec: { ...gauge.spec, any: 9223372036854775809n as unknown as number } };
    expect([jsonEqual(other, gauge), semanticEqual(other, gauge), wholeValue(other) === wholeValue(gauge)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(digestOf(copy)).toBe(digestOf(gauge));
    expect(digestOf(other)).not.toBe(digestOf(gauge));
    const [a, b] = [gauge.spec.any, other.spec.any] as [number, number];
    expect([compareValues(a, b), compareValues(b, a), compareValues(a, a), compareValues(1, a)]).toEqual([
      -1, 1, 0, -1,
    ]);
  });

  test("survives a conversion to a version that keeps it in an annotation only", () => {
    const lost = { ...gauge, spec: {} };
    const version = preserveLost(GaugeSchema, "example.com/lost", gauge, lost, lost);
    expect(version.metadata.annotations?.["example.com/lost"]).toContain("9007199254740993");
    expect(restoreLost(GaugeSchema, "example.com/lost", version)).toEqual(gauge);
  });

  test("is written to CBOR as an integer, and read again", () => {
    const scheme = new Scheme("gauges");
    gaugeDefinition.install(scheme);
    const small = decode('{"raw":{"id":9007199254740993},"any":-9223372036854775808}', "bigint");
    const bytes = encodeCBOR(scheme, small);
    expect(decodeCBOR(scheme, bytes, "strict", "bigint").value).toEqual(small);
    expect(() => decodeCBOR(scheme, bytes, "strict")).toThrow(LargeNumberError);
  });
});

describe("parseExactJSON", () => {
  test.each([
    ["[9007199254740991,-9007199254740991,0.1,1e20,-0]", [9007199254740991, -9007199254740991, 0.1, 1e20, -0]],
    [
      ' { "a" : [ 9007199254740993 , { } , [ ] ] , "b" : "12345678901234567890" } ',
      { a: [9007199254740993n, {}, []], b: "12345678901234567890" },
    ],
    [
      '{"a":1,"a":-9007199254740993,"\\u0062\\n":true,"c":null,"d":false}',
      { a: -9007199254740993n, "b\n": true, c: null, d: false },
    ],
    ["9007199254740992", 9007199254740992n],
    ["[9007199254740993.0,9007199254740993e0]", [9007199254740992, 9007199254740992]],
  ])("reads %s", (text, value) => {
    expect(parseExactJSON(text)).toEqual(value);
  });

  test("reads the key `__proto__` as data", () => {
    const value = parseExactJSON('{"__proto__":9007199254740993}') as object;
    expect(Object.entries(value)).toEqual([["__proto__", 9007199254740993n]]);
  });

  test("refuses numbers beyond the range of floating-point numbers, and strings that are not JSON", () => {
    for (const text of ["[1e400]", "[-1e400]", `[${"9".repeat(400)}]`])
      expect(() => parseExactJSON(text)).toThrow(/cannot unmarshal number -?[19].* into Go value of type float64/);
    expect(() => parseExactJSON("[9007199254740993")).toThrow(SyntaxError);
  });
});

test("stringifyJSON prints values without a bigint as JSON.stringify does", () => {
  for (const value of [null, 1, "a", [undefined, { a: undefined }], { b: [] }])
    expect(stringifyJSON(value)).toBe(JSON.stringify(value));
  expect(stringifyJSON([undefined, { a: undefined, b: 1n, c: [] }, {}])).toBe('[null,{"b":1,"c":[]},{}]');
  const circular: unknown[] = [];
  circular.push(circular);
  expect(() => stringifyJSON(circular)).toThrow(TypeError);
});

test("a schema of an unknown field does not decode its number", () => {
  const schema: Schema<object> = { name: "v1.Empty", fields: {} };
  expect(decodeJSON(schema, '{"a":9007199254740993}', "ignore").value).toEqual({});
});
