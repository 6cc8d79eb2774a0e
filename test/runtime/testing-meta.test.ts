import * as fc from "fast-check";
import * as generated from "@apimachinery/runtime/codegen/v1";
import * as testing from "@apimachinery/runtime/testing";
import { decodeValue, type Schema } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

/**
 * An API type can have a field of any type of meta/v1, so a fuzzer must exist for each of these
 * types.
 */
describe("every type of meta/v1 has an arbitrary, whose values are decoded unchanged", () => {
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

/** Returns a value as it is sent. In JSON, a zero time is null. */
function onTheWire(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, field: unknown) => (field === "" && name.endsWith("Time") ? null : field)),
  );
}
