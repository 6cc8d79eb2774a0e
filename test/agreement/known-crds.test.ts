import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importedInto } from "../cmd/import/regenerated.js";
import { runHere } from "../cmd/run-here.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { workFolder } from "../generators/run-generated.js";
import { seedOf, selectedCases, sizeOf } from "../sizes.js";
import { Server } from "./answers.js";
import { compare, lineOf, nearSamples, shortest, type Samples } from "./compare.js";
import { versionFolders } from "./forms.js";

const work = workFolder("agreement-crds");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

const samples: Samples = { seed: seedOf("AGREEMENT_SEED"), runs: sizeOf("KNOWN_CRD_OBJECTS") };

/** Imports CRDs, and generates the code of a server and CRDs from their types. */
async function generated() {
  const { root } = await importedInto(selectedCases(knownCRDs(), { quick: 14, long: 7 }));
  const { status, stderr } = await runHere(root, ["apis"]);
  expect(stderr).not.toContain("crd/lost-rule");
  if (status !== 0) throw new Error(stderr);
  for (const folder of ["apis", "generated/crds"]) cpSync(join(root, folder), join(work, folder), { recursive: true });
  return versionFolders(join(work, "apis"), join(work, "generated/crds"));
}

test("a server and a cluster store the same objects of each kind", async () => {
  const versions = await generated();
  const different: string[] = [];
  for (const version of versions) {
    const server = new Server(
      version.group,
      version.version,
      version.addToScheme,
      version.kinds.map(({ kind }) => kind),
    );
    for (const form of version.kinds) {
      const excuses = { isReported: false, isHandWritten: false, addsImmutable: false };
      const result = await compare(server, form, nearSamples(form, version.fuzz(form.kind), samples), excuses);
      const line = lineOf(result, samples);
      console.info(line);
      expect(result.accepted, line).toBeGreaterThan(0);
      different.push(...shortest(result).map((difference) => `${line}\n${difference}`));
    }
  }
  expect(different).toEqual([]);
});
