import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { CRD as JudgedCRD } from "../../../runtime/crd/index.js";
import type { CRD } from "../../corpus/crds/crds.js";
import { repository } from "../../interop/repository.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";

/** CRDs that codegen writes from imported types. */
export interface Regenerated {
  /** The CRDs in the order of the originals. */
  readonly crds: readonly (CRD & JudgedCRD)[];
  /** The warnings of the import. */
  readonly warnings: readonly string[];
}

/** Imports CRDs, and generates CRDs from their types. */
export async function regenerated(crds: readonly CRD[]): Promise<Regenerated> {
  const { root, warnings } = await importedInto(crds);
  writeFileSync(join(root, "codegen.config.json"), '{ "generators": ["crd"] }\n');
  const { status, stderr } = await runHere(root, ["apis"]);
  if (status !== 0) throw new Error(stderr);
  const textOf = ({ spec }: CRD) =>
    readFileSync(join(root, "generated/crds", `${spec.group}_${spec.names.plural}.yaml`), "utf8");
  return { crds: crds.map((crd) => parse(textOf(crd)) as CRD & JudgedCRD), warnings };
}

/** Imports CRDs into a new project, in which the package of their patterns is installed. */
export async function importedInto(
  crds: readonly CRD[],
): Promise<{ readonly root: string; readonly warnings: readonly string[] }> {
  const files = crds.map((crd) => [`${crd.metadata.name}.json`, JSON.stringify(crd)] as const);
  const root = apiProject(Object.fromEntries(files));
  symlinkSync(join(repository, "node_modules/re2js"), join(root, "node_modules/re2js"));
  const { status, stderr } = await runHere(root, ["import", ...files.map(([name]) => name)]);
  if (status !== 0) throw new Error(stderr);
  return { root, warnings: stderr.match(/^\S+ warning .*$/gm) ?? [] };
}
