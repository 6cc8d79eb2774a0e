import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areas, helpFor } from "../../cmd/codegen/report/areas.js";
import { read, sourceFiles } from "../house-rules/source-files.js";

test("every area of problem codes in the sources has a help text, and every help text an area", () => {
  const used = new Set<string>();
  for (const file of sourceFiles().filter((path) => /^(engine|generators|cmd\/codegen)\//.test(path))) {
    for (const [, area = ""] of read(file).matchAll(/\bcode: ["`]([a-z-]+)\//g)) used.add(area);
  }
  expect([...used].sort()).toEqual(Object.keys(areas).sort());
});

test("each area has a page of the documentation", () => {
  for (const { page } of Object.values(areas))
    expect(existsSync(join(import.meta.dirname, "../..", page)), page).toBe(true);
});

test("the help of a code names its page, and that of a custom generator its generator", () => {
  const { rule, help } = helpFor("output/outdated");
  expect(rule).toMatch(/^Generated files are up to date/);
  expect(help).toContain("docs/configuration.md");
  expect(helpFor("acme/bad").rule).toBe("The generator acme reports this problem.");
});
