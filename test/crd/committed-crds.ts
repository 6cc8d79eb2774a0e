import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { repository } from "../interop/repository.js";
import type { CRD } from "../../runtime/crd/index.js";

/** A CustomResourceDefinition of this repository, and the path of its file. */
export interface CommittedCRD {
  readonly path: string;
  readonly crd: CRD;
}

/** Returns the CRDs in the YAML files that git tracks, and in new ones that it does not ignore. */
export function committedCRDs(): readonly CommittedCRD[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.yaml"];
  return execFileSync("git", list, { cwd: repository, encoding: "utf8" })
    .trimEnd()
    .split("\n")
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }))
    .filter(({ text }) => /^kind: CustomResourceDefinition$/m.test(text))
    .flatMap(({ path, text }) => parseAllDocuments(text).map((one) => ({ path, crd: one.toJS() as CRD })))
    .filter(({ crd }) => (crd as CRD | null)?.kind === "CustomResourceDefinition");
}
