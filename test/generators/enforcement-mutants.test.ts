import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { ErrorList } from "../../runtime/field/index.js";
import { checkEnforcement } from "../../runtime/testing/rules/enforcement.js";
import { createOperation } from "../../runtime/testing/rules/fitted.js";
import { rulesOfType } from "../../runtime/testing/rules/of-type.js";
import type { TypeSchema } from "../../runtime/schema.js";
import type { Operation } from "../../runtime/validate/operation.js";
import { generate, goldenCase, workFolder } from "../golden/cases.js";
import { writeFiles } from "./run-generated.js";

const folder = `${workFolder}-mutants`;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Validate = (op: Operation, path: undefined, obj: unknown, oldObj: unknown) => ErrorList;
type Module = Readonly<Record<string, unknown>>;

/**
 * Statements that can be removed, because no object shows their effect: lists whose items consist
 * of their keys, limits of values that count as unset, and rules whose errors are ignored.
 */
const withoutEffect: Readonly<Record<string, readonly string[]>> = {
  fields: ['errors.push(validate.minItems(validate.child(fldPath, "token"), validate.byteCount(value), 1));'],
  collections: [
    "validate.eachItem(",
    "errors.push(validate.noModify(fldPath));",
    "errors.push(validate.immutable(fldPath));",
  ],
  unions: [],
  modes: ["errors.push(validate.required(path));", "errors.push(validate.required(fldPath));"],
};

test.each(Object.keys(withoutEffect))(
  "the law about rules fails for generated code without a statement: %s",
  async (name) => {
    const work = join(folder, name);
    const { problems, failed } = await generate(goldenCase(`validation/${name}`, work));
    expect(failed, problems).toBe(false);
    const generated = join(work, "apis/shop/v1");
    const text = readFileSync(join(generated, "zz_generated.validation.ts"), "utf8");
    const fuzz = (await import(join(generated, "zz_generated.fuzz.ts"))) as Module;
    const schemas = (await import(join(generated, "zz_generated.schema.ts"))) as Module;
    const lines = text.split("\n");
    const validation = (await import(join(generated, "zz_generated.validation.ts"))) as Module;
    expect(failureOf(fuzz, schemas, validation)).toBeUndefined();
    const unnoticed: string[] = [];
    let mutants = 0;
    for (const [at, line] of lines.entries()) {
      if (!isCheck(line)) continue;
      const changed = line.endsWith(";") ? "" : `false && ${line.trim()}`;
      const file = `mutant${String(mutants++)}.ts`;
      writeFiles(generated, { [file]: lines.with(at, changed).join("\n") });
      const mutant = (await import(join(generated, file))) as Module;
      if (failureOf(fuzz, schemas, mutant) === undefined) unnoticed.push(line.trim());
    }
    expect(mutants).toBeGreaterThanOrEqual(10);
    expect(unnoticed).toEqual(withoutEffect[name]);
  },
);

/** Reports whether a line of generated code adds errors. */
function isCheck(line: string): boolean {
  if (line.includes("forced failure") || line.includes("validateFalse")) return false;
  return /^\s*(errors\.push\(.*\);|validate\.\w+\(.*errors\);|validate\.(each|union|zeroOrOneOf|discriminated|dependent|no)\w*\()$/.test(
    line,
  );
}

/** Returns the failure of the law about rules; undefined if it holds. */
function failureOf(fuzz: Module, schemas: Module, validation: Module): string | undefined {
  for (const name of Object.keys(validation).toSorted()) {
    if (!name.startsWith("Validate_")) continue;
    const type = name.slice("Validate_".length);
    const rules = rulesOfType(schemas[`${type}Schema`] as TypeSchema, false);
    const { options } = createOperation(rules);
    const validate = validation[`Validate_${type}`] as Validate;
    const objects = (fuzz[`Fuzz_${type}`] as () => fc.Arbitrary<unknown>)();
    try {
      checkEnforcement(
        objects,
        rules,
        (more, value, old) => {
          const kind = old === undefined ? "Create" : "Update";
          return validate(
            { type: kind, options: { ...options, ...more }, request: { subresources: [] } },
            undefined,
            value,
            old,
          );
        },
        3,
      );
    } catch (error) {
      return String(error);
    }
  }
  return undefined;
}
