import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { workFolder } from "../generators/run-generated.js";
import { versionFolders } from "./forms.js";
import { generateGroups } from "./kubernetes-groups.js";
import { expectAgreement } from "./versions.js";

const work = workFolder("agreement-kubernetes");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test("a server and a cluster store the same objects of each kind of Kubernetes' groups", async () => {
  await generateGroups(work);
  await expectAgreement(await versionFolders(join(work, "apis"), join(work, "generated/crds")));
});
