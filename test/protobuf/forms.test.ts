import type { Schema, TypeSchema } from "@apimachinery/runtime";
import { marshal, protobufSource, unmarshal } from "@apimachinery/runtime/protobuf";
import { fuzzer } from "@apimachinery/runtime/testing";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { runtimeStrings, runtimeWithoutProtobuf } from "../../generators/protobuf/wire.js";
import { decoders } from "../../runtime/decode/compile.js";
import { newRun } from "../../runtime/decode/run.js";
import * as meta from "../../runtime/meta/v1/zz_generated.schema.js";
import { codecs, type Codec } from "../../runtime/protobuf/codec.js";
import { newReader } from "../../runtime/protobuf/library.js";
import { MessageWriter } from "../../runtime/protobuf/message-writer.js";
import { isMessage } from "../../runtime/schema/schema.js";
import { evaluator, type Evaluate } from "../../runtime/source/evaluate.js";
import type { Order } from "../shop/v1/types.js";
import { OrderSchema } from "../shop/v1/zz_generated.schema.js";

/**
 * @file The functions that are compiled from source text and those that read a table: both give the
 * same bytes, objects and errors. Schemas that are made while a program runs never become text.
 */

const fromSource = codecs(evaluator());
const fromTable = codecs(undefined);

function write(codec: Codec, value: unknown): string {
  const writer = new MessageWriter();
  codec.marshal(writer, value);
  return Buffer.from(writer.finish()).toString("hex");
}

function read(codec: Codec, data: Uint8Array): unknown {
  const reader = newReader(data);
  const value = codec.unmarshal(reader, reader.len);
  return { value, order: JSON.stringify(value), end: reader.pos };
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
}

const metaSchemas = Object.values(meta) as readonly TypeSchema[];
const messages = [...metaSchemas.filter(isMessage), OrderSchema];

test("both forms write and read every type of meta/v1, and orders, also damaged ones", () => {
  expect(messages.length).toBeGreaterThan(35);
  for (const schema of messages) {
    const [source, table] = [fromSource(schema), fromTable(schema)];
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(fuzzer(schema as Schema<unknown>)(), fc.array(change, { maxLength: 3 }), (value, changes) => {
        const bytes = write(source, value);
        expect(write(table, value)).toBe(bytes);
        const data = Buffer.from(bytes, "hex");
        expect(read(table, data)).toEqual(read(source, data));
        if (data.length === 0) return;
        for (const [at, byte] of changes) data[at % data.length] = byte;
        expect(outcome(() => read(table, data))).toEqual(outcome(() => read(source, data)));
      }),
      { numRuns: 4 },
    );
  }
});

interface Shape {
  kind: string;
  size: number;
}
interface Everything {
  shape: Shape;
  level: 1 | 2;
  grid: number[];
  data?: Record<string, string>;
  volume: string;
}

const CircleSchema: TypeSchema = {
  name: "v1.Circle",
  fields: { kind: { type: "string", number: 1 }, size: { type: "float64", number: 2 } },
};
const ShapeSchema: TypeSchema = {
  name: "v1.Shape",
  discriminator: "kind",
  members: { Circle: () => CircleSchema },
  numbers: { Circle: 3 },
};
const VolumeSchema: TypeSchema = { name: "v1.VolumeSource", fields: { volume: { type: "string", number: 1 } } };
const GridSchema: TypeSchema = {
  name: "v1.Grid",
  value: { type: "list", items: { type: "int32" } },
  number: 1,
};

function everything(origin?: "runtime", name = "data"): Schema<Everything> {
  const schema: TypeSchema = {
    name: "v1.Every\n*/thing`${x}",
    ...(origin === undefined ? {} : { origin }),
    bases: [{ to: () => VolumeSchema, number: 9 }],
    fields: {
      volume: { type: "string" },
      shape: { type: "ref", to: () => ShapeSchema, number: 1 },
      level: { type: "float64", enum: [1, 2], number: 2 },
      grid: { type: "ref", to: () => GridSchema, number: 3 },
      [name]: { type: "map", values: { type: "bytes" }, optional: true, number: 4 },
    },
  };
  return schema as Schema<Everything>;
}

describe("a union, a base, a list that is a message, and literals", () => {
  const value = { volume: "a", shape: { kind: "Circle", size: 2 }, level: 2, grid: [1, 300], data: { k: "AAE=" } };

  test("have the bytes of protobuf, in both forms", () => {
    const schema = everything();
    const expected = [
      "0a13" + "1a11" + "0a06436972636c65" + "110000000000000040",
      "1002",
      "1a05" + "0801" + "08ac02",
      "2207" + "0a016b" + "12020001",
      "4a03" + "0a0161",
    ].join("");
    for (const codecOf of [fromSource, fromTable]) {
      expect(write(codecOf(schema), value)).toBe(expected);
      expect(read(codecOf(schema), Buffer.from(expected, "hex"))).toMatchObject({ value });
    }
  });

  test("have zeros if they are absent", () => {
    const zero = { volume: "", shape: { kind: "" }, level: 0, grid: [] };
    for (const codecOf of [fromSource, fromTable])
      expect(read(codecOf(everything()), Buffer.alloc(0))).toMatchObject({ value: zero });
  });

  test("errors name the fields of generated.proto", () => {
    for (const codecOf of [fromSource, fromTable])
      for (const [data, name] of [
        ["48", "volumeSource"],
        ["0800", "shape"],
        ["0a0218ff", "circle"],
      ] as const)
        expect(() => read(codecOf(everything()), Buffer.from(data, "hex"))).toThrow(`for field ${name}`);
  });
});

test.each(["constructor", "__proto__", "toString"])("a property %s is data", (name) => {
  for (const codecOf of [fromSource, fromTable]) {
    const codec = codecOf(everything(undefined, name));
    const value = JSON.parse(`{ "volume": "", "shape": {}, "level": 0, "grid": [], "${name}": { "a": "" } }`) as object;
    const data = write(codec, value);
    const back = (read(codec, Buffer.from(data, "hex")) as { readonly value: object }).value;
    expect(Object.hasOwn(back, name)).toBe(true);
    expect(write(codec, back)).toBe(data);
    const absent = (read(codec, Buffer.alloc(0)) as { readonly value: object }).value;
    expect(Object.hasOwn(absent, name)).toBe(false);
    expect(Object.getPrototypeOf(absent)).toBe(Object.prototype);
  }
});

test("a schema that is made while the program runs never becomes source text", () => {
  const evaluate = vi.fn<Evaluate>(evaluator());
  const schema = everything("runtime", '"];process.exit(1);["');
  const codec = codecs(evaluate)(schema);
  const bytes = write(codec, { '"];process.exit(1);["': { a: "AAE=" } });
  expect(bytes).toContain("22070a016112020001");
  expect(read(codec, Buffer.from(bytes, "hex"))).toMatchObject({ value: { '"];process.exit(1);["': { a: "AAE=" } } });
  const texts = evaluate.mock.calls.map(([, body]) => body);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes("process"))).toEqual([]);
});

test("each function is compiled once, also if a caller keeps the first form", () => {
  const evaluate = vi.fn<Evaluate>(evaluator());
  const { marshal: kept } = codecs(evaluate)(VolumeSchema);
  for (let count = 0; count < 3; count++) kept(new MessageWriter(), { volume: "a" });
  expect(evaluate).toHaveBeenCalledTimes(1);
});

test("JSON of such a schema is read without source text", () => {
  const evaluate = vi.fn<Evaluate>(evaluator());
  decoders(evaluate)({ name: "v1.X", origin: "runtime", fields: { "'": { type: "string" } } }, false)(
    { "'": "a" },
    newRun(),
  );
  expect(evaluate).not.toHaveBeenCalled();
});

test("source text has a name, and can be printed", () => {
  const spec = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("here");
      },
    },
  );
  expect(
    outcomeStack(() => {
      marshal(OrderSchema)(new MessageWriter(), spec as Order);
    }),
  ).toContain("apimachinery:protobuf/marshal/v1.Order");
  expect(protobufSource(OrderSchema)).toContain('case "metadata"');
  const reader = newReader(Buffer.alloc(0));
  expect(unmarshal(OrderSchema)(reader, 0)).toMatchObject({ kind: "Order", spec: { labels: {} } });
});

function outcomeStack(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).stack ?? "";
  }
  return "";
}

test("the generator knows which types of the runtime have protobuf", () => {
  const named = Object.entries<TypeSchema>({ ...meta });
  const without = named.filter(([, schema]) => !isMessage(schema)).map(([name]) => name.replace(/Schema$/, ""));
  expect(without.filter((name) => !runtimeStrings.has(name)).toSorted()).toEqual(
    [...runtimeWithoutProtobuf].toSorted(),
  );
  expect([...runtimeStrings].filter((name) => !without.includes(name))).toEqual([]);
});

test("the entries of a map are sorted by the bytes of their keys, as in Go", () => {
  const keys = ["b", "a", "ab", "", "\u{1f600}", "\u{1f600}a", "\uffff", "\ue000", "\ud7ff"];
  const data = Buffer.from(write(fromSource(meta.LabelSelectorSchema), labels(keys)), "hex");
  const sorted = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect(data).toEqual(Buffer.from(write(fromSource(meta.LabelSelectorSchema), labels(sorted)), "hex"));
  const { value } = read(fromSource(meta.LabelSelectorSchema), data) as { value: { matchLabels: object } };
  expect(Object.keys(value.matchLabels)).toEqual(sorted);
});

function labels(keys: readonly string[]): unknown {
  return { matchLabels: Object.fromEntries(keys.map((key) => [key, ""])) };
}
