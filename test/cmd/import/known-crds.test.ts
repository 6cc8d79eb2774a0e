import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileProject } from "../../compile.js";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { plainStrict, strictFlags } from "../../golden/compile.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";

const repository = join(import.meta.dirname, "../../..");

/** Types of two CRDs are valid TypeScript, but codegen refuses a part of them. */
test("the types of known projects' CRDs compile, and codegen accepts them", async () => {
  const crds = knownCRDs();
  const root = apiProject(Object.fromEntries(crds.map((crd) => [`${crd.metadata.name}.json`, JSON.stringify(crd)])));
  symlinkSync(join(repository, "node_modules/re2js"), join(root, "node_modules/re2js"));
  const files = crds.map(({ metadata }) => `${metadata.name}.json`);
  const { status, stderr } = await runHere(root, ["import", ...files]);
  const lost = stderr.match(/^.*import\/lost.*$/gm) ?? [];
  expect({ status, lost: lost.filter((line) => !line.includes("beside x-kubernetes-int-or-string")) }).toEqual({
    status: 0,
    lost: [],
  });
  const accepted = await runHere(root, ["apis", "--dry-run"]);
  expect(accepted.stderr.match(/^.* error .*$/gm) ?? []).toEqual([]);
  expect(accepted.status).toBe(0);
  const versions = crds.flatMap(({ spec }) => spec.versions.map(({ name }) => `${spec.group}/${name}`));
  expect(new Set(versions).size).toBeGreaterThan(30);
  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...plainStrict, ...strictFlags }, include: ["apis"] }),
  );
  expect(compileProject(join(root, "tsconfig.json"))).toBe("");
  expect(existsSync(join(root, "apis/cert-manager/v1/types.ts"))).toBe(true);
});
