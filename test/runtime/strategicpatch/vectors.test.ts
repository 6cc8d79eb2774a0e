import { expect, test } from "vitest";
import { schemas } from "./schemas.js";
import { expected, outcome, vectors } from "./vectors.js";

test(`${vectors.length} patches have Kubernetes' results`, () => {
  const wrong = vectors.flatMap((vector, index) => {
    const schema = schemas[vector.type];
    if (schema === undefined) throw new Error(`no schema for ${vector.type}`);
    const before = JSON.stringify(vector);
    const found = outcome(vector, schema);
    expect(JSON.stringify(vector), "nothing is mutated").toBe(before);
    return isEqual(found, expected(vector)) ? [] : [{ index, ...vector, found }];
  });
  expect(wrong).toEqual([]);
});

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}
