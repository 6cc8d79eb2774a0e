import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Embedded, Schema, TypeMeta, int8 } from "../../runtime/index.js";
import { fuzzer, mapOf } from "../../runtime/testing/index.js";

const many = { numRuns: 300, seed: 1 };

interface Part {
  name: string;
  size?: int8;
  sealed: true;
  parts?: Part[];
}

const PartSchema: Schema<Part> = {
  name: "v1.Part",
  fields: {
    name: { type: "string" },
    size: { type: "int8", optional: true, omitZero: true },
    sealed: { type: "boolean", enum: [true] },
    parts: { type: "list", items: { type: "ref", to: () => PartSchema }, optional: true },
  },
};

interface Widget extends TypeMeta<"v1", "Widget"> {
  part: Part;
}

const WidgetSchema: Schema<Widget> = {
  name: "v1.Widget",
  gvk: { group: "", version: "v1", kind: "Widget" },
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    part: { type: "ref", to: () => PartSchema },
  },
};

const parts = fc.sample(fuzzer(PartSchema)(), many);
const depth = (part: Part): number => 1 + Math.max(0, ...(part.parts ?? []).map(depth));

test("an object has its required fields, any optional ones, and no undefined ones", () => {
  for (const part of parts) {
    expect(Object.keys(part).slice(0, 2)).toEqual(["name", "sealed"]);
    expect(Object.values(part)).not.toContain(undefined);
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
  }
  expect(parts.some((part) => "size" in part)).toBe(true);
  expect(parts.some((part) => !("size" in part))).toBe(true);
});

test("a literal has its value, and a field whose zero means absent is never zero", () => {
  expect(new Set(parts.map(({ sealed }) => sealed))).toEqual(new Set([true]));
  expect(parts.map(({ size }) => size)).not.toContain(0);
});

test("values of recursive types are finite", () => {
  const depths = parts.map(depth);
  expect(Math.max(...depths)).toBe(3);
  expect(Math.min(...depths)).toBe(1);
});

test("the nesting of types that contain each other is counted together", () => {
  interface Leaf {
    branches: Branch[];
  }
  interface Branch {
    leaf?: Leaf;
  }
  const LeafSchema: Schema<Leaf> = {
    name: "v1.Leaf",
    fields: { branches: { type: "list", items: { type: "ref", to: () => BranchSchema } } },
  };
  const BranchSchema: Schema<Branch> = {
    name: "v1.Branch",
    fields: { leaf: { type: "ref", to: () => LeafSchema, optional: true } },
  };
  const nesting = ({ branches }: Leaf): number =>
    1 + Math.max(0, ...branches.flatMap(({ leaf }) => (leaf === undefined ? [] : [nesting(leaf)])));
  const nestings = fc.sample(fuzzer(LeafSchema)(), many).map(nesting);
  expect(new Set(nestings)).toEqual(new Set([1, 2]));
});

interface Name {
  op: "Name";
}
interface Not {
  op: "Not";
  of: Expression;
}
type Expression = Not | Name;

test("a union uses its members that do not contain it at the largest nesting", () => {
  const NameSchema: Schema<Name> = { name: "v1.Name", fields: { op: { type: "string", enum: ["Name"] } } };
  const NotSchema: Schema<Not> = {
    name: "v1.Not",
    fields: { op: { type: "string", enum: ["Not"] }, of: { type: "ref", to: () => ExpressionSchema } },
  };
  const ExpressionSchema: Schema<Expression> = {
    name: "v1.Expression",
    discriminator: "op",
    members: { Not: () => NotSchema, Name: () => NameSchema },
  };
  const texts = fc.sample(fuzzer(ExpressionSchema)(), many).map((value) => JSON.stringify(value));
  expect(new Set(texts.map((text) => text.split("Not").length - 1))).toEqual(new Set([0, 1, 2]));
});

test("an object has the apiVersion and kind of its type; an embedded one can lack them", () => {
  interface Holder {
    widget: Embedded<Widget>;
  }
  const HolderSchema: Schema<Holder> = {
    name: "v1.Holder",
    fields: { widget: { type: "embedded", to: () => WidgetSchema } },
  };
  const keys = ({ kind, apiVersion }: Partial<TypeMeta>): string => [apiVersion, kind].join();
  expect(new Set(fc.sample(fuzzer(WidgetSchema)(), many).map(keys))).toEqual(new Set(["v1,Widget"]));
  const embedded = fc.sample(fuzzer(HolderSchema)(), many).map(({ widget }) => keys(widget));
  expect([...new Set(embedded)].sort()).toEqual([",", ",Widget", "v1,", "v1,Widget"]);
});

test("a function of the folder generates the values of its type inside of other types", () => {
  const part: Part = { name: "own", sealed: true };
  const options = { fuzzers: () => [[PartSchema, () => fc.constant(part)] as const] };
  for (const widget of fc.sample(fuzzer(WidgetSchema, options)(), many)) expect(widget.part).toEqual(part);
  for (const { parts: inner = [] } of fc.sample(fuzzer(PartSchema, options)(), many))
    for (const one of inner) expect(one).toEqual(part);
  expect(fc.sample(fuzzer(PartSchema, options)(), many)).not.toContainEqual(part);
});

test("values keep the rules of a type if validation checks it", () => {
  interface Cup {
    size: int8;
    name: string;
  }
  const CupSchema: Schema<Cup> = {
    name: "v1.Cup",
    fields: {
      size: { type: "int8", rules: [{ kind: "minimum", limit: 3 }] },
      name: { type: "string", rules: [{ kind: "custom", name: "ValidateCustom_Cup_Name" }] },
    },
  };
  const smallest = (cups: readonly Cup[]): number => Math.min(...cups.map(({ size }) => size));
  expect(smallest(fc.sample(fuzzer(CupSchema)(), many))).toBe(-128);
  expect(smallest(fc.sample(fuzzer(CupSchema, { validated: true })(), many))).toBe(3);
  const seen: string[] = [];
  const options = {
    validated: true,
    validators: () => [[CupSchema, (_op: unknown, _path: undefined, { name }: Cup) => (seen.push(name), [])] as const],
  };
  const names = fc.sample(fuzzer(CupSchema, options)(), 5).map(({ name }) => name);
  expect(names).toEqual(seen);
});

test("a map can have the key __proto__", () => {
  const [map] = fc.sample(
    mapOf(fc.constant(1), fc.constant("__proto__")).filter((value) => Object.keys(value).length > 0),
    1,
  );
  expect(Object.keys(map ?? {})).toEqual(["__proto__"]);
});
