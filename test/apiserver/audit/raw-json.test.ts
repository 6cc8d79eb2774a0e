import { expect, test } from "vitest";
import { compactJSON, withoutManagedFields } from "../../../apiserver/audit/raw-json.js";

test("JSON becomes compact, and numbers, keys and strings stay as they are", () => {
  const text = '{ "a" : [ 1.0,\n1e400 ], "b\\" c": " x  \\\\", "a": "<&>\u2028" }';
  expect(compactJSON(text)).toBe('{"a":[1.0,1e400],"b\\" c":" x  \\\\","a":"\\u003c\\u0026\\u003e\\u2028"}');
});

test("a string of some megabytes does not exceed the call stack", () => {
  const long = JSON.stringify('\\"'.repeat(2_000_000));
  expect(compactJSON(` ${long} `)).toBe(long);
});

test("managedFields are dropped from an object, a list and a Table", () => {
  const object = { metadata: { name: "a", managedFields: [{}] } };
  const shown = { metadata: { name: "a" } };
  const drop = (value: object) => JSON.parse(withoutManagedFields(JSON.stringify(value))) as unknown;
  expect(drop(object)).toEqual(shown);
  expect(drop({ metadata: {}, items: [object, object] })).toEqual({ metadata: {}, items: [shown, shown] });
  expect(drop({ kind: "Table", rows: [{ cells: [], object }, { cells: [] }] })).toEqual({
    kind: "Table",
    rows: [{ cells: [], object: shown }, { cells: [] }],
  });
  expect(withoutManagedFields("[1]")).toBe("[1]");
});
