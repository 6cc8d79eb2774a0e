import { expect, test } from "vitest";
import { WarningRecorder } from "../../apiserver/http/warnings.js";

test("the server omits a warning with control characters, and sends the others", () => {
  const warnings = new WarningRecorder();
  for (const text of ["good", "a\nb", "a\u0085b", "a\u007fb", "", 'quoted "x"', "good"]) warnings.add(text);
  expect(warnings.headers()).toEqual(['299 - "good"', '299 - "quoted \\"x\\""']);
});

function shownLengths(...texts: readonly string[]): readonly number[] {
  const warnings = new WarningRecorder();
  for (const text of texts) warnings.add(text);
  return warnings.headers().map((header) => Buffer.from(header, "latin1").toString("utf8").length - '299 - ""'.length);
}

const long = (letter: string, length: number) => letter.repeat(length);

test("warnings of 4096 characters together are sent whole", () => {
  expect(shownLengths(long("a", 4000), long("b", 96))).toEqual([4000, 96]);
  expect(shownLengths(long("\u00e9", 4000), long("b", 96))).toEqual([4000, 96]);
});

test("longer warnings are cut to 256 characters, and sent until 4096 characters are used up", () => {
  expect(shownLengths(long("a", 4000), long("b", 97), "c")).toEqual([256, 97, 1]);
  expect(shownLengths(long("\u00e9", 4097))).toEqual([256]);
  const many = Array.from({ length: 40 }, (_item, index) => long("a", 300 + index));
  expect(shownLengths(...many)).toEqual(Array(16).fill(256));
});
