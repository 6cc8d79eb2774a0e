import * as fc from "fast-check";
import * as generated from "@apimachinery/runtime/codegen/v1";
import * as testing from "@apimachinery/runtime/testing";
import { decodeValue, type Schema } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

/** A field of an API's types may be any type of meta/v1: its fuzzer has to be there. */
describe("every type of meta/v1 has a source of values, which decode as what they are", () => {
  for (const [name, schema] of Object.entries(generated)) {
    const type = /^(\w+)Schema$/.exec(name)?.[1];
    if (type === undefined) continue;
    test(type, () => {
      const fuzz = (testing as Readonly<Record<string, unknown>>)[`Fuzz_${type}`] as () => fc.Arbitrary<unknown>;
      expect(fuzz).toBeTypeOf("function");
      for (const value of fc.sample(fuzz(), 5))
        expect(decodeValue(schema as Schema<unknown>, onTheWire(value), "strict").value).toEqual(value);
    });
  }
});

/** The zero time is null there. */
function onTheWire(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, field: unknown) => (field === "" && name.endsWith("Time") ? null : field)),
  );
}
