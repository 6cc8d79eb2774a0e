import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importedInto } from "../cmd/import/regenerated.js";
import { runHere } from "../cmd/run-here.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { workFolder } from "../generators/run-generated.js";
import { selectedCases } from "../sizes.js";
import { versionFolders, type VersionFolder } from "./forms.js";
import { expectAgreement } from "./versions.js";

const work = workFolder("agreement-crds");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** Imports CRDs, and generates the code of a server and CRDs from their types. */
async function generated(): Promise<readonly VersionFolder[]> {
  const { root } = await importedInto(selectedCases(knownCRDs(), { quick: 14, long: 5 }));
  const { status, stderr } = await runHere(root, ["apis"]);
  expect(stderr).not.toContain("crd/lost-rule");
  if (status !== 0) throw new Error(stderr);
  for (const folder of ["apis", "generated/crds"]) cpSync(join(root, folder), join(work, folder), { recursive: true });
  return versionFolders(join(work, "apis"), join(work, "generated/crds"));
}

test("a server and a cluster store the same objects of each kind of known projects", async () => {
  await expectAgreement(await generated());
});
