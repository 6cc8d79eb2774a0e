import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { sizeOf } from "../sizes.js";
import { runGeneratedTests, workFolder, writeFiles } from "./run-generated.js";

const golden = join(import.meta.dirname, "../golden");
const work = workFolder("laws");

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test("the generated tests of seven golden cases pass", async () => {
  for (const name of [
    "fuzz/shapes",
    "fuzz/recursion",
    "fuzz/round-trip",
    "fuzz/served-hub",
    "fuzz/texts-with-syntax",
    "all/nullable",
    "all/unknown-fields",
  ]) {
    cpSync(join(golden, name, "input"), join(work, name), { recursive: true });
  }
  writeFiles(work, { "codegen.config.json": '{ "paths": ["."] }\n' });
  const { stdout, stderr, status } = await runHere(work, []);
  expect(status, stdout + stderr).toBe(0);
  const { output, status: tested } = runGeneratedTests(work, { FUZZ_RUNS: String(sizeOf("VALID_RUNS")) });
  expect(tested, output).toBe(0);
  for (const name of [
    "fuzz/shapes/apis/shop/v1",
    "fuzz/recursion/apis/shop/v1",
    "fuzz/round-trip/apis/shop",
    "fuzz/served-hub/apis/shop/v1",
    "fuzz/texts-with-syntax/apis/shop/v1",
    "all/nullable/apis/shop/v1",
    "all/unknown-fields/apis/shop/v1",
  ]) {
    expect(output).toContain(`✓ ${name}/zz_generated.roundtrip.test.ts`);
  }
});
