import { expect, test } from "vitest";
import { WarningRecorder } from "../../apiserver/http/warnings.js";

test("the server omits a warning with control characters, and sends the others", () => {
  const warnings = new WarningRecorder();
  for (const text of ["good", "a\nb", "a\u0085b", "a\u007fb", "", 'quoted "x"', "good"]) warnings.add(text);
  expect(warnings.headers()).toEqual(['299 - "good"', '299 - "quoted \\"x\\""']);
});
