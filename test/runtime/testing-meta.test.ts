import * as fc from "fast-check";
import * as generated from "@apimachinery/runtime/codegen/v1";
import { fuzzer } from "@apimachinery/runtime/testing";
import { decodeValue, type Schema } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";

/** An API type can have a field of any type of meta/v1. */
describe("random values of every type of meta/v1 are decoded unchanged", () => {
  for (const [name, value] of Object.entries(generated)) {
    const type = /^(\w+)Schema$/.exec(name)?.[1];
    if (type === undefined) continue;
    const schema = value as Schema<unknown>;
    test(type, () => {
      for (const value of fc.sample(fuzzer(schema)(), 5))
        expect(decodeValue(schema, onTheWire(value), "strict").value).toEqual(value);
    });
  }
});

/** Returns a value as it is sent. In JSON, a zero time is null. */
function onTheWire(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, field: unknown) => (field === "" && name.endsWith("Time") ? null : field)),
  );
}
