import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileProject } from "../../compile.js";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { plainStrict, strictFlags } from "../../golden/compile.js";
import { selectedCases } from "../../sizes.js";
import { runHere } from "../run-here.js";
import { importedInto } from "./regenerated.js";

/** Warnings of the import: parts that it leaves out, and defaults to which rules apply. */
const lost = [/^httproutes\..* warning cel\/unchecked: /, /^gateways\..* no marker can express this oneOf/];

/** Types of two CRDs are valid TypeScript, but codegen refuses a part of them. */
test("the types of known projects' CRDs compile, and codegen accepts them", async () => {
  const { root, warnings } = await importedInto(selectedCases(knownCRDs(), { quick: 14 }));
  expect(warnings.filter((warning) => !lost.some((known) => known.test(warning)))).toEqual([]);
  const accepted = await runHere(root, ["apis", "--dry-run"]);
  expect(accepted.stderr.match(/^.* error .*$/gm) ?? []).toEqual([]);
  expect(accepted.status).toBe(0);
  writeFileSync(
    join(root, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...plainStrict, ...strictFlags }, include: ["apis"] }),
  );
  expect(compileProject(join(root, "tsconfig.json"))).toBe("");
});
