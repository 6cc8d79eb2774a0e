import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../../cmd/run-here.js";
import { workFolder } from "../../generators/run-generated.js";
import { corpora } from "../../generators/corpora.js";
import { cpuTimeOf } from "../../cpu-time.js";
import { layOver } from "./overlay.js";

interface Listed {
  readonly changes: readonly { readonly code: string; readonly severity: string; readonly path: string }[];
}

describe.skipIf(corpora === undefined)(
  "Kubernetes' groups, compared with an older state (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    const old = workFolder("kubernetes-breaking-old");

    beforeAll(() => {
      work = layOver("breaking");
      cpSync(work, old, { recursive: true });
    });

    afterAll(() => {
      for (const folder of [work, old]) rmSync(folder, { recursive: true, force: true });
    });

    const compare = async () => {
      const { stdout } = await runHere(work, ["breaking", "kubernetes", "--against", old, "--format", "json"]);
      return (JSON.parse(stdout) as Listed).changes;
    };

    test("types that did not change have no changes, in at most four times the CPU time of a run", async () => {
      expect((await runHere(work, ["kubernetes", "--dry-run"])).status).toBe(0);
      const generated = await cpuTimeOf(() => runHere(work, ["kubernetes", "--dry-run"]));
      expect(await compare()).toEqual([]);
      expect(await cpuTimeOf(compare)).toBeLessThan(generated * 4);
    });

    test("a rule of fifty properties takes at most five times the CPU time of a comparison without changes", async () => {
      const unchanged = await cpuTimeOf(compare);
      const file = join(work, "kubernetes/core/v1/types.ts");
      let count = 0;
      const marker = "/** +kubebuilder:validation:Pattern=`^[^\\x00]*$` */";
      const edited = readFileSync(file, "utf8").replace(/^ {2}\w+\??: string;$/gm, (line) =>
        count++ < 50 ? `  ${marker}\n${line}` : line,
      );
      writeFileSync(file, edited);
      let changes: Listed["changes"] = [];
      const cost = await cpuTimeOf(async () => {
        changes = await compare();
      });
      expect(changes).toHaveLength(50);
      expect(new Set(changes.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
        new Set(["breaking/tightened-rule unknown"]),
      );
      expect(cost).toBeLessThan(unchanged * 5);
    });
  },
);
