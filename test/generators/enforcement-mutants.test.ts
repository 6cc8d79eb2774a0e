import { rmSync } from "node:fs";
import { join } from "node:path";
import type * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { ErrorList } from "../../runtime/field/index.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { shapeOf, type TypeSchema } from "../../runtime/schema/schema.js";
import { checkEnforcement } from "../../runtime/testing/rules/enforcement.js";
import { createOperation } from "../../runtime/testing/rules/fitted.js";
import { rulesOfType } from "../../runtime/testing/rules/of-type.js";
import type { Operation } from "../../runtime/operation/operation.js";
import { validator } from "../../runtime/validator/validator.js";
import { generate, goldenCase, workFolder } from "../golden/cases.js";

const folder = `${workFolder}-mutants`;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Validate = (op: Operation, path: undefined, obj: unknown, oldObj: unknown) => ErrorList;
type Module = Readonly<Record<string, unknown>>;

/**
 * Rules that can be removed, because no object shows their effect: lists whose items consist of
 * their keys, limits of values that count as unset, and rules whose errors are ignored.
 */
const withoutEffect: Readonly<Record<string, readonly string[]>> = {
  fields: ["OrderSpec.token: minItems"],
  collections: ["OrderSpec.parts: items", "OrderSpec.parts: item"],
  unions: [],
  modes: [],
};

test.each(Object.keys(withoutEffect))("the law about rules fails for a schema without a rule: %s", async (name) => {
  const work = join(folder, name);
  const { problems, failed } = await generate(goldenCase(`validation/${name}`, work));
  expect(failed, problems).toBe(false);
  const load = async (file: string) => (await import(join(work, "apis/shop/v1", `zz_generated.${file}.ts`))) as Module;
  const [fuzz, schemas, validation] = [await load("fuzz"), await load("schema"), await load("validation")];
  const unnoticed: string[] = [];
  let mutants = 0;
  for (const exported of Object.keys(validation)) {
    if (!exported.startsWith("Validate_")) continue;
    const type = exported.slice("Validate_".length);
    const schema = schemas[`${type}Schema`] as TypeSchema;
    const objects = (fuzz[`Fuzz_${type}`] as () => fc.Arbitrary<unknown>)();
    expect(failureOf(schema, objects, validation[exported] as Validate)).toBeUndefined();
    for (const { removed, mutant } of mutantsOf(schema)) {
      mutants++;
      // Assertion: the mutant is a schema of the same type.
      if (failureOf(schema, objects, validator(mutant as never)) === undefined) unnoticed.push(`${type}${removed}`);
    }
  }
  expect(mutants).toBeGreaterThanOrEqual(10);
  expect(unnoticed).toEqual(withoutEffect[name]);
});

interface Mutant {
  /** Place and kind of the rule that the mutant lacks. */
  readonly removed: string;
  readonly mutant: TypeSchema;
}

/** Returns schemas that each lack one rule. */
function mutantsOf(schema: TypeSchema): readonly Mutant[] {
  const { fields = {}, rules = [] } = shapeOf(schema);
  const ofType = without(rules).map(({ kind, rest }) => ({ removed: `: ${kind}`, mutant: { ...schema, rules: rest } }));
  const ofFields = Object.entries(fields).flatMap(([name, field]) =>
    without(field.rules ?? []).map(({ kind, rest }) => ({
      removed: `.${name}: ${kind}`,
      mutant: { ...schema, fields: { ...fields, [name]: { ...field, rules: rest } } },
    })),
  );
  return [...ofType, ...ofFields];
}

/** Returns lists of rules that each lack one rule, which would add an error. */
function without(rules: readonly Rule[]): readonly { readonly kind: string; readonly rest: readonly Rule[] }[] {
  return rules.flatMap((rule, at) => {
    const isIgnored = rule.kind === "optional" || rule.kind === "fixed" || rule.silent === true;
    return isIgnored ? [] : [{ kind: rule.kind, rest: rules.toSpliced(at, 1) }];
  });
}

/** Returns the failure of the law about rules; undefined if it holds. */
function failureOf(schema: TypeSchema, objects: fc.Arbitrary<unknown>, validate: Validate): string | undefined {
  const { options } = createOperation(rulesOfType(schema));
  const errorsOf = (more: object, value: unknown, old: unknown): ErrorList => {
    const type = old === undefined ? "Create" : "Update";
    return validate({ type, options: { ...options, ...more }, request: { subresources: [] } }, undefined, value, old);
  };
  try {
    checkEnforcement(objects, schema, errorsOf, 3);
  } catch (error) {
    return String(error);
  }
  return undefined;
}
