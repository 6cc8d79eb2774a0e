import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { CRD } from "../../runtime/crd/index.js";
import { apiProject } from "../cmd/api-project.js";
import { runHere } from "../cmd/run-here.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { repository } from "../interop/repository.js";
import type { CommittedCRD } from "./committed-crds.js";

/** Returns the CRDs of known projects as codegen writes them from their imported types. */
export async function importedCRDs(): Promise<readonly CommittedCRD[]> {
  const crds = knownCRDs();
  const root = apiProject(Object.fromEntries(crds.map((crd) => [`${crd.metadata.name}.json`, JSON.stringify(crd)])));
  symlinkSync(join(repository, "node_modules/re2js"), join(root, "node_modules/re2js"));
  writeFileSync(join(root, "codegen.config.json"), '{ "generators": ["crd"] }\n');
  await runHere(root, ["import", ...crds.map(({ metadata }) => `${metadata.name}.json`)]);
  const { status, stderr } = await runHere(root, ["apis"]);
  if (status !== 0) throw new Error(stderr);
  return crds.map(({ metadata, spec }) => {
    const path = `${spec.group}_${spec.names.plural}.yaml`;
    const text = readFileSync(join(root, "generated/crds", path), "utf8");
    return { path: `imported ${metadata.name}`, crd: parse(text) as CRD };
  });
}
