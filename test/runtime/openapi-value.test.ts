import { expect, test } from "vitest";
import { valueSchema } from "../../runtime/openapi/value-schema.js";
import type { ValueShape } from "../../runtime/schema/schema.js";

const references = { nameOf: () => undefined, ref: (name: string) => name };
const tuple = (...items: readonly ValueShape[]) => valueSchema(references, { type: "tuple", items });

test("the items of a tuple have their schema if all have the same one", () => {
  const two = { type: "array", minItems: 2, maxItems: 2 };
  const integer = { type: "integer", format: "int32" };
  expect(tuple({ type: "int32" }, { type: "int32" })).toMatchObject({ ...two, items: integer });
  expect(tuple({ type: "int32" }, { type: "string" })).toEqual({
    ...two,
    items: { "x-kubernetes-preserve-unknown-fields": true },
  });
});
