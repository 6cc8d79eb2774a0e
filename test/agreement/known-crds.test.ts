import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Schema } from "../../runtime/schema/schema.js";
import { fuzzer } from "../../runtime/testing/fuzzer.js";
import { importedInto } from "../cmd/import/regenerated.js";
import { runHere } from "../cmd/run-here.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { workFolder } from "../generators/run-generated.js";
import { seedOf, selectedCases, sizeOf } from "../sizes.js";
import { Server, type BothForms } from "./answers.js";
import { hasCanonicalForm } from "./canonical.js";
import {
  compare,
  lineOf,
  nearSamples,
  shortest,
  type Comparison,
  type Excuses,
  type Sample,
  type Samples,
} from "./compare.js";
import { versionFolders, type VersionFolder } from "./forms.js";

const work = workFolder("agreement-crds");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

const samples: Samples = { seed: seedOf("AGREEMENT_SEED"), runs: sizeOf("KNOWN_CRD_OBJECTS") };

/** Imports CRDs, and generates the code of a server and CRDs from their types. */
async function generated(): Promise<readonly VersionFolder[]> {
  const { root } = await importedInto(selectedCases(knownCRDs(), { quick: 14, long: 5 }));
  const { status, stderr } = await runHere(root, ["apis"]);
  expect(stderr).not.toContain("crd/lost-rule");
  if (status !== 0) throw new Error(stderr);
  for (const folder of ["apis", "generated/crds"]) cpSync(join(root, folder), join(work, folder), { recursive: true });
  return versionFolders(join(work, "apis"), join(work, "generated/crds"));
}

/** Returns samples of valid objects. For some CEL rules, fuzzers find no valid object. */
function samplesOf({ fuzz }: VersionFolder, form: BothForms): readonly Sample[] {
  try {
    return nearSamples(form, fuzz(form.kind), samples);
  } catch (error) {
    if (!(error as Error).message.includes("in a row break its CEL rules")) throw error;
    return nearSamples(form, fuzzer(form.schema as Schema<object>)(), samples);
  }
}

const none: Excuses = { isReported: false, isHandWritten: false, addsImmutable: false };

test("a server and a cluster store the same objects of each kind", async () => {
  const results: Comparison[] = [];
  for (const version of await generated())
    for (const form of version.kinds) {
      const server = new Server(version.group, version.version, version.addToScheme, [form.kind]);
      const result = await compare(server, form, samplesOf(version, form), none);
      const line = `${form.group}/${form.version} ${lineOf(result, samples)}`;
      console.info(line);
      if (!hasCanonicalForm(form.schema))
        expect(result.excused.get("canonical") ?? 0, line).toBeLessThanOrEqual(0.01 * result.objects);
      results.push(result);
    }
  const different = results.flatMap((result) => shortest(result).map((one) => `${lineOf(result, samples)}\n${one}`));
  expect(different).toEqual([]);
  expect(results.filter(({ accepted }) => accepted > 0).length).toBeGreaterThan(0.8 * results.length);
});
