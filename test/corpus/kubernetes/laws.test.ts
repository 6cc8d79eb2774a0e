import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { runGeneratedTests } from "../../generators/run-generated.js";
import { generate, layOver } from "./overlay.js";
import { sizeOf } from "../../sizes.js";

describe.skipIf(corpora === undefined)(
  "Kubernetes' groups with their hand-written functions (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";

    beforeAll(async () => {
      work = layOver("laws");
      const { problems } = await generate(work);
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    });

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test("the generated round-trip tests pass", () => {
      const { output, status } = runGeneratedTests(work, { FUZZ_RUNS: String(sizeOf("KUBERNETES_FUZZ_RUNS")) });
      expect(status, output).toBe(0);
      expect(output).toMatch(/Tests {2}\d{4} passed/);
    }, 1_200_000);
  },
);
