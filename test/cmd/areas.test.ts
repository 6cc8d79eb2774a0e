import { expect, test } from "vitest";
import { areas, helpFor } from "../../cmd/codegen/report/areas.js";
import { read, sourceFiles } from "../house-rules/source-files.js";

test("every area of problem codes in the sources has a help text, and every help text an area", () => {
  const used = new Set<string>();
  for (const file of sourceFiles().filter((path) => /^(engine|generators|cmd\/codegen)\//.test(path))) {
    for (const [, area = ""] of read(file).matchAll(/\bcode: ["`]([a-z-]+)\//g)) used.add(area);
  }
  expect([...used].sort()).toEqual([...areas.keys()].sort());
});

test("the help text of a code names its area or its custom generator", () => {
  expect(helpFor("output/outdated")).toMatch(/^Generated files are up to date/);
  expect(helpFor("acme/bad")).toMatch(/^The generator acme reports this problem\./);
});
