import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { OpenAPIModule } from "../../runtime/openapi/definition.js";
import { generate, goldenCases, workFolder } from "../golden/cases.js";

const work = `${workFolder}-definitions`;
const file = "zz_generated.openapi.ts";

/** Golden cases with the definitions of all folders, which make golden does not rewrite. */
const cases = goldenCases().filter(({ folder }) => existsSync(join(folder, "definitions.json")));

test.each(cases)(
  "the definitions of $name, and the order of their keywords (UPDATE_GOLDEN=1 rewrites them)",
  async (golden) => {
    const { files, failed } = await generate({ ...golden, work: join(work, golden.name) });
    expect(failed).toBe(false);
    const definitions: Record<string, unknown> = {};
    for (const path of files.keys()) {
      if (!path.endsWith(file)) continue;
      // Assertion: these are the exports of such a file.
      const module = (await import(join(work, golden.name, path))) as OpenAPIModule;
      definitions[dirname(path)] = module.GetOpenAPIDefinitions((name) => `#/${name}`);
    }
    const expected = join(golden.folder, "definitions.json");
    const text = `${JSON.stringify(definitions, undefined, 2)}\n`;
    if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(expected, text);
    expect(text).toBe(readFileSync(expected, "utf8"));
  },
);

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});
