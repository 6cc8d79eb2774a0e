import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { field } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { repository } from "../interop/repository.js";
import { crdErrors } from "./crd-errors.js";
import type { CRD } from "./types.js";

/** Size from which `kubectl apply` cannot store a CRD in its annotation. */
const limitOfApply = 262_144;

/** Returns the CRDs in the YAML files that git tracks, and in new ones that it does not ignore. */
function committedCRDs(): { readonly path: string; readonly crd: CRD }[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.yaml"];
  return execFileSync("git", list, { cwd: repository, encoding: "utf8" })
    .trimEnd()
    .split("\n")
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }))
    .filter(({ text }) => /^kind: CustomResourceDefinition$/m.test(text))
    .flatMap(({ path, text }) => parseAllDocuments(text).map((one) => ({ path, crd: one.toJS() as CRD })))
    .filter(({ crd }) => (crd as CRD | null)?.kind === "CustomResourceDefinition");
}

test("every committed CRD follows the rules of Kubernetes and fits into the annotation of kubectl apply", () => {
  const crds = committedCRDs();
  expect(crds.length).toBeGreaterThan(0);
  for (const { path, crd } of crds) {
    expect({ path, errors: crdErrors(crd).map((error) => field.errorText(error)) }).toEqual({ path, errors: [] });
    expect(JSON.stringify(crd).length, path).toBeLessThan(limitOfApply);
  }
});
