import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { PlanInput } from "../../engine/plan/generator.js";
import { fuzz } from "../../generators/fuzz/index.js";
import { runHere } from "../cmd/run-here.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";
import { runGeneratedTests, workFolder, writeFiles } from "./run-generated.js";

interface FuzzView {
  readonly functions: readonly { readonly name: string }[];
}

const work = workFolder("kubernetes");

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test.skipIf(corpora === undefined)("every type of Kubernetes' groups has a fuzzer", () => {
  const universe = loadKubernetes();
  const emitted: PlanInput["emitted"] = (id, symbol) =>
    symbol.endsWith("Schema") ? { symbol, from: `${id}/zz_generated.schema.ts` } : undefined;
  const { files, problems } = planOf(fuzz, universe, emitted, ["schema"]);
  expect(problems.map(({ code }) => code)).toEqual(["fuzz/no-scheme"]);
  const made = new Set(
    files.flatMap((file) => (file.view as FuzzView).functions.map(({ name }) => `${file.package} ${name}`)),
  );
  const types = Object.values(universe.packages)
    .filter(({ kind }) => kind === "folder")
    .flatMap((home) => Object.values(home.types).filter(({ exported, shape }) => exported && shape.kind !== "opaque"));
  expect(types.length).toBeGreaterThan(1200);
  expect(types.filter((type) => !made.has(`${type.package} Fuzz_${type.name}`)).map(({ id }) => id)).toEqual([]);
});

/**
 * These groups need no hand-written conversions. Some of their fields are optional in only one of
 * hub and version.
 */
test.skipIf(corpora === undefined)("the laws hold for groups of Kubernetes", async () => {
  for (const group of ["admissionregistration", "apidiscovery", "authorization"]) {
    cpSync(join(corpora ?? "", "kubernetes", group), join(work, "apis", group), {
      recursive: true,
      filter: (path) => !path.endsWith(".json"),
    });
  }
  writeFiles(work, { "codegen.config.json": "{}\n" });
  const { stdout, stderr, status } = await runHere(work, ["apis"]);
  expect(status, stdout + stderr).toBe(0);
  const { output, status: tested } = runGeneratedTests(work, { FUZZ_RUNS: "20" });
  expect(tested, output).toBe(0);
  expect(output).toMatch(/Tests {2}352 passed/);
});
