import { expect, test } from "vitest";
import { withPlainAdvice } from "../../apiserver/errors/plain-advice.js";

const field = "json: cannot unmarshal number into Go struct field PizzaSpec.spec.size of type";

test.each([
  [`${field} string`, "the value must be a string"],
  [`${field} bool`, "the value must be true or false"],
  [`${field} uint16`, "the value must be an integer in the range of its type"],
  [`${field} []string`, "the value must be a list"],
  [`${field} map[string]string`, "the value must be an object"],
  [
    'spec.at: parsing time "tomorrow" as "2006-01-02T15:04:05Z07:00": cannot parse "tomorrow" as "2006"',
    "write RFC 3339, such as 2026-01-31T08:00:00Z",
  ],
  [
    'parsing time "now" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "now" as "2006"',
    "write microseconds, such as 2026-01-31T08:00:00.000000Z",
  ],
  ['time: unknown unit " minutes" in duration "30 minutes"', "write numbers with units, such as 1h30m or 90s"],
  ["unrecognized type: string", "the value must be a string"],
  ["cannot restore slice from map", "the value must be a list"],
  ["cannot restore struct from: string", "the value must be an object"],
  ["cannot convert float64 to int32", "the value must be an integer in the range of its type"],
  ["json: cannot unmarshal object into Go value of type jsonpatch.Patch", "the value must be a list of operations"],
  ['time: invalid duration "soon"', "write numbers with units, such as 1h30m or 90s"],
])("the message %j gets advice in plain words", (text, advice) => {
  expect(withPlainAdvice(text)).toBe(`${text} (${advice})`);
});

test.each([
  `${field} PizzaSize`,
  `${field} int64: only integers from -9007199254740991 to 9007199254740991 are supported, write it as a string`,
  'strict decoding error: unknown field "spec.x"',
])("the message %j is unchanged", (text) => {
  expect(withPlainAdvice(text)).toBe(text);
});
