import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { validateRules } from "../../runtime/cel/index.js";
import { errorText, type ErrorList } from "../../runtime/field/index.js";
import { createOperation } from "../../runtime/testing/rules/fitted.js";
import { checkCELRules } from "../../runtime/testing/rules/cel-enforcement.js";
import { checkEnforcement } from "../../runtime/testing/rules/enforcement.js";
import { rulesOfType, type Options } from "../../runtime/testing/rules/of-type.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import type { Operation } from "../../runtime/operation/operation.js";
import { afterAll, describe, expect, test } from "vitest";
import { sizeOf } from "../sizes.js";
import { workFolder, generate, goldenCase, goldenCases } from "../golden/cases.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

type Validate = (op: Operation, path: undefined, obj: unknown, oldObj: unknown) => ErrorList;

const root = join(import.meta.dirname, "../..");
const runs = sizeOf("VALID_RUNS");

describe.each([
  ["the pizza API", join(root, "apis")],
  ["examples/cafe", join(root, "examples/cafe/apis")],
  ["the types of the benchmarks", join(root, "test/bench/apis")],
])("%s", (_title, folder) => {
  for (const path of fuzzFolders(folder)) test(path.slice(root.length + 1), () => testFolder(path));
});

describe("golden cases of validation", () => {
  const all = goldenCases().filter(({ generator, folder }) => generator === "validation" && hasInput(folder));
  test.each(all.map(({ name }) => name))("%s", async (name) => {
    const work = join(`${workFolder}-values`, "fuzz", name);
    const { problems, failed } = await generate(goldenCase(name, work));
    expect(failed, problems).toBe(false);
    const folders = fuzzFolders(work);
    expect(folders, name).not.toEqual([]);
    for (const folder of folders) await testFolder(folder);
  });
});

/**
 * Checks that values of each type of a folder have no errors after defaulting (VALID_RUNS
 * values of test/sizes.ts), and that validation enforces each rule of the type.
 */
async function testFolder(folder: string): Promise<void> {
  const fuzz = await moduleOf(folder, "fuzz");
  const validation = await moduleOf(folder, "validation");
  const defaults = await moduleOf(folder, "defaults");
  const schemas = await moduleOf(folder, "schema");
  const types = Object.keys(validation).flatMap((name) =>
    name.startsWith("Validate_") ? name.slice("Validate_".length) : [],
  );
  expect(types.length, folder).toBeGreaterThan(0);
  for (const type of types) {
    const validate = validation[`Validate_${type}`] as Validate;
    const values = (fuzz[`Fuzz_${type}`] as () => fc.Arbitrary<unknown>)();
    const setDefaults = defaults[`SetObjectDefaults_${type}`] as ((value: unknown) => void) | undefined;
    // Only the root types of a folder have functions that set defaults.
    if (setDefaults === undefined && Object.keys(defaults).length > 0) continue;
    const schema = schemas[`${type}Schema`] as TypeSchema;
    const { options } = createOperation(rulesOfType(schema));
    // `+k8s:validateFalse` fails for every value.
    const errorsOf = (more: Options, value: unknown, old?: unknown): ErrorList =>
      validate(
        {
          type: old === undefined ? "Create" : "Update",
          options: { ...options, ...more },
          request: { subresources: [] },
        },
        undefined,
        value,
        old,
      ).filter(({ detail }) => !detail.startsWith("forced failure"));
    const withDefaults = values.map((value) => {
      setDefaults?.(value);
      return value;
    });
    for (const value of fc.sample(withDefaults, { seed: 1, numRuns: runs }))
      expect(errorsOf({}, value).map(errorText), `${type} ${JSON.stringify(value)}`).toEqual([]);
    const unreached = checkEnforcement(withDefaults, schema, errorsOf, 3);
    expect(unreached, type).toEqual([]);
    expect(checkCELRules(withDefaults, schema, { validate: errorsOf, evaluate: validateRules }, 3), type).toEqual([]);
    expect(fc.sample(values, { seed: 2, numRuns: 5 })).toEqual(fc.sample(values, { seed: 2, numRuns: 5 }));
  }
}

async function moduleOf(folder: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const path = join(folder, `zz_generated.${name}.ts`);
  return existsSync(path) ? ((await import(path)) as Readonly<Record<string, unknown>>) : {};
}

/** Returns the folders below a folder that have both fuzzers and validation. */
function fuzzFolders(folder: string): string[] {
  const all = [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))];
  return all.filter((path) =>
    ["fuzz", "validation"].every((name) => existsSync(join(path, `zz_generated.${name}.ts`))),
  );
}

function hasInput(folder: string): boolean {
  return existsSync(join(folder, "input"));
}
