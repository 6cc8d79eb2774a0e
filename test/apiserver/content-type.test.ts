import { expect, test } from "vitest";
import { mediaTypeOf } from "../../apiserver/negotiation/media-types.js";

test.each([
  ["application/json", "application/json"],
  ["Application/JSON ; charset=utf-8", "application/json"],
  ['application/yaml; a="b; \\" c" ;d=e ; ', "application/yaml"],
  [undefined, "application/json"],
  ["", "application/json"],
  [";a=b", undefined],
  ["application/json; a", undefined],
  ['application/json; a="b', undefined],
  ["application/json; a=b c", undefined],
])("the content type %s", (given, wanted) => {
  expect(mediaTypeOf(given)).toBe(wanted);
});

test("a header of nothing but blanks is read once, and not from each of them on", () => {
  const blanks = " ".repeat(1024 * 1024);
  expect(mediaTypeOf(`application/json;a=b${blanks}c`)).toBeUndefined();
  expect(mediaTypeOf(`application/json;a=b${blanks}`)).toBe("application/json");
});
