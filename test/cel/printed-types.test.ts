import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { printExpression } from "../../runtime/cel/print/index.js";
import { printRules } from "../../runtime/cel/print/rules.js";
import { compileProject } from "../compile.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { everyStrictFlag } from "../golden/compile.js";
import { selectedCases } from "../sizes.js";
import { caseOf, recordedCases } from "./evaluation/cases.js";
import { rules, schema } from "./twenty-rules.js";

/** Returns the printed functions of the rules of known projects. */
function ofKnownCRDs(): readonly string[] {
  return knownCRDs().flatMap(({ spec }) =>
    spec.versions.flatMap(({ schema: of }) =>
      printRules(of?.openAPIV3Schema ?? {}, spec.names.kind, true).map(({ code }) => code),
    ),
  );
}

/** Returns the printed functions of recorded expressions and rules. */
function ofCases(): readonly string[] {
  const seeds = selectedCases(
    Array.from({ length: recordedCases }, (_, seed) => seed),
    { quick: 50, long: 2 },
  );
  return seeds.flatMap((seed) =>
    caseOf(seed).steps.flatMap((step) => {
      if (step.expression === "") return printRules(step.schema, "T", step.isRoot).map(({ code }) => code);
      const code = printExpression(step.expression, step.schema, step);
      return code === undefined ? [] : [code];
    }),
  );
}

/** Returns the messages of the compiler about a module with functions. */
function compiled(functions: readonly string[]): string {
  // The folder is inside the repository, so that its packages are found.
  const folder = fileURLToPath(new URL("../../node_modules/.cache/cel-printed-types/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const lines = functions.map((code, index) => `export const f${String(index)}: cel.MakeFunction = ${code};`);
  const text = ['import * as cel from "@apimachinery/runtime/cel/printed";', ...lines].join("\n");
  writeFileSync(`${folder}functions.ts`, text);
  writeFileSync(`${folder}package.json`, '{ "type": "module" }');
  const config = `${folder}tsconfig.json`;
  writeFileSync(config, JSON.stringify({ compilerOptions: everyStrictFlag, include: ["functions.ts"] }));
  const messages = compileProject(config);
  if (messages === "") rmSync(folder, { recursive: true });
  return messages;
}

test("printed functions compile under every strict flag", { timeout: 600_000 }, () => {
  const listed = rules.map(([rule]) => printExpression(rule, schema) ?? "");
  const functions = new Set([...listed, ...selectedCases(ofKnownCRDs(), { quick: 10 }), ...ofCases()]);
  expect(functions.size).toBeGreaterThan(100);
  expect(compiled([...functions])).toBe("");
});
