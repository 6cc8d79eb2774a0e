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
  // Go's mime.ParseMediaType accepts a repeated parameter with the same value. It also accepts
  // parameters in several parts (RFC 2231).
  ["application/json; a=b; a=b", "application/json"],
  ['application/json; a="b"; A=b', "application/json"],
  ['application/json; a="b\\""; a=b', undefined],
  ["application/json; a=b; a=c", undefined],
  ["application/json; a=b; A=c", undefined],
  ["application/json; a*0=b; a*1=c", "application/json"],
  ["application/json; a*0=b; a*0=c", undefined],
  ["application/json; a*=utf-8''b; a=c", "application/json"],
])("the server reads the content type %s like Go", (given, wanted) => {
  expect(mediaTypeOf(given)).toBe(wanted);
});

test("a header that consists of blanks is read once, not again from each blank", () => {
  const blanks = " ".repeat(1024 * 1024);
  expect(mediaTypeOf(`application/json;a=b${blanks}c`)).toBeUndefined();
  expect(mediaTypeOf(`application/json;a=b${blanks}`)).toBe("application/json");
});
