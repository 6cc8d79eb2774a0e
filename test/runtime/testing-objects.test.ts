import * as fc from "fast-check";
import { expect, test } from "vitest";
import { embeddedOf, mapOf, nested, objectOf, omitZero, oneOfNested } from "../../runtime/testing/index.js";
import type { TypeMeta } from "../../runtime/index.js";

const many = { numRuns: 300, seed: 1 };

interface Part {
  name: string;
  size?: number;
  parts?: Part[];
}

function Fuzz_Part(): fc.Arbitrary<Part> {
  return objectOf<Part>(
    { name: fc.string() },
    {
      size: omitZero(fc.integer({ min: 0, max: 1 })),
      parts: nested("test.Part", () => fc.array(Fuzz_Part(), { minLength: 1, maxLength: 2 })),
    },
  );
}

const depth = (part: Part): number => 1 + Math.max(0, ...(part.parts ?? []).map(depth));

test("an object has its required fields, any optional ones, and no undefined ones", () => {
  const parts = fc.sample(Fuzz_Part(), many);
  for (const part of parts) {
    expect(Object.keys(part)[0]).toBe("name");
    expect(Object.values(part)).not.toContain(undefined);
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
  }
  expect(parts.some((part) => "size" in part)).toBe(true);
  expect(parts.some((part) => !("size" in part))).toBe(true);
});

test("a field whose zero means absent is never zero", () => {
  expect(fc.sample(Fuzz_Part(), many).map(({ size }) => size)).not.toContain(0);
});

test("values of recursive types are finite", () => {
  const depths = fc.sample(Fuzz_Part(), many).map(depth);
  expect(Math.max(...depths)).toBe(3);
  expect(Math.min(...depths)).toBe(1);
});

test("a union uses its first member at the largest nesting", () => {
  type Expression = number | readonly [Expression];
  const Fuzz_Expression = (): fc.Arbitrary<Expression> =>
    oneOfNested(
      "test.Expression",
      fc.nat(),
      fc.constant(undefined).chain(() => fc.tuple(Fuzz_Expression())),
    );
  const texts = fc.sample(Fuzz_Expression(), many).map((value) => JSON.stringify(value));
  expect(texts.some((text) => text.startsWith("[["))).toBe(true);
  expect(texts.some((text) => text.startsWith("[[["))).toBe(false);
});

test("an embedded object can lack apiVersion and kind", () => {
  const widgets = objectOf<TypeMeta<"v1", "Widget">>({ apiVersion: fc.constant("v1"), kind: fc.constant("Widget") });
  const seen = new Set(fc.sample(embeddedOf(widgets), many).map((widget) => Object.keys(widget).join()));
  expect([...seen].sort()).toEqual(["", "apiVersion", "apiVersion,kind", "kind"]);
});

test("a map can have the key __proto__", () => {
  const [map] = fc.sample(
    mapOf(fc.constant(1), fc.constant("__proto__")).filter((value) => Object.keys(value).length > 0),
    1,
  );
  expect(Object.keys(map ?? {})).toEqual(["__proto__"]);
});
