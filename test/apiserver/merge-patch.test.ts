import { expect, test } from "vitest";
import { mergePatch } from "../../apiserver/endpoints/patch/merge-patch.js";

// Each row contains an object, a patch, and the result of gopkg.in/evanphx/json-patch.v4 v4.13.0
// (MergePatch).
test.each([
  ["nulls disappear from the objects of a new list", {}, { a: [{ b: null, c: 1 }, null] }, { a: [{ c: 1 }, null] }],
  [
    "nulls disappear from the objects of a list that replaces a list",
    { a: [1] },
    { a: [{ b: null }, [{ c: null }]] },
    { a: [{}, [{}]] },
  ],
  ["nulls stay in a list that replaces an object", { a: { b: 1 } }, { a: [{ b: null }] }, { a: [{ b: null }] }],
  ["nulls disappear from a new object", {}, { a: { b: { c: null }, d: null } }, { a: { b: {} } }],
  ["null removes a value", { a: 1, b: { c: 1 } }, { a: null, b: { c: null } }, { b: {} }],
])("%s", (_, target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});
