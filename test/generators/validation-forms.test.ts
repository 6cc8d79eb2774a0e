import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { validateTypeRules } from "../../runtime/rules/rule-errors.js";
import { pattern } from "../../runtime/pattern/index.js";
import type { Operation } from "../../runtime/operation/operation.js";
import { validator, type CustomRule, type CustomRules, type Validate } from "../../runtime/validator/validator.js";
import { generate, goldenCase, workFolder } from "../golden/cases.js";

type Module = Readonly<Record<string, unknown>>;

const work = `${workFolder}-forms`;
const root = join(import.meta.dirname, "../..");

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** Returns a JSON value with wrong parts: zeros, wrong lengths and repeated items. */
function nearMiss(value: unknown, random: () => number): unknown {
  const isHit = (one: number): boolean => random() % one === 0;
  if (Array.isArray(value)) {
    const list = value.map((item: unknown) => (isHit(4) ? nearMiss(item, random) : item));
    const [first] = list;
    if (isHit(6) && list.length > 0) list.push(first);
    if (isHit(20) && list.length > 0) list.push(...Array.from({ length: 70 }, () => first));
    return isHit(6) ? list.slice(1) : list;
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, own]) => [name, isHit(3) ? nearMiss(own, random) : own]),
    );
  }
  if (typeof value === "string") return ["", `${value}x`, "é𝒳", "a".repeat(300), "-bad-"][random() % 5];
  if (typeof value === "number") return [0, -1, value + 1, 70_000, 1.5][random() % 5];
  return typeof value === "boolean" ? !value : value;
}

/** Returns the hand-written functions of a folder, by the names that validators use. */
async function customRules(folder: string): Promise<CustomRules> {
  const functions: Record<string, () => CustomRule> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.startsWith("zz_")))
    for (const [name, fn] of Object.entries((await import(join(folder, file))) as Module))
      if (name.startsWith("ValidateCustom_"))
        functions[`${folder.slice(folder.lastIndexOf("/") + 1)}.${name}`] = () => fn as CustomRule;
  return { functions, pattern, typeRules: validateTypeRules };
}

/** Expects the same errors of both forms for near misses of each type of a folder. */
async function compare(folder: string): Promise<number> {
  const load = async (name: string): Promise<Module> => {
    const path = join(folder, `zz_generated.${name}.ts`);
    return existsSync(path) ? ((await import(path)) as Module) : {};
  };
  const [fuzz, schemas, validation] = [await load("fuzz"), await load("schema"), await load("validation")];
  let found = 0;
  for (const exported of Object.keys(validation)) {
    const type = exported.replace("Validate_", "");
    const arbitrary = (fuzz[`autoFuzz_${type}`] ?? fuzz[`Fuzz_${type}`]) as (() => fc.Arbitrary<unknown>) | undefined;
    if (!exported.startsWith("Validate_") || arbitrary === undefined) continue;
    const generated = validation[exported] as Validate<unknown>;
    // Assertion: generated modules have the schemas of their types.
    const table = validator<unknown>(schemas[`${type}Schema`] as never, await customRules(folder), null);
    let seed = 1;
    const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff);
    for (const value of fc.sample(arbitrary(), { seed: 5, numRuns: 30 })) {
      const wrong = nearMiss(value, random);
      for (const [object, old] of [
        [value, undefined],
        [wrong, undefined],
        [wrong, value],
        [value, wrong],
      ] as const) {
        const op: Operation = {
          type: old === undefined ? "Create" : "Update",
          options: { Gate: random() % 2 === 0 },
          request: { subresources: [] },
        };
        const errors = generated(op, undefined, object, old);
        found += errors.length;
        expect(table(op, undefined, object, old), `${type} ${JSON.stringify([op, object, old])}`).toEqual(errors);
      }
    }
  }
  return found;
}

test.each(["apis/restaurant/v1beta1", "test/bench/apis/workloads/v1", "examples/cafe/apis/cafe/v1"])(
  "validation without source text returns the same errors, in the same order: %s",
  async (folder) => {
    expect(await compare(join(root, folder))).toBeGreaterThan(0);
  },
);

test.each(["collections", "crd-lists", "custom", "fields", "modes", "unions"].map((name) => `validation/${name}`))(
  "validation without source text returns the same errors, in the same order: %s",
  async (name) => {
    const { problems, failed } = await generate(goldenCase(name, join(work, name)));
    expect(failed, problems).toBe(false);
    const paths = readdirSync(join(work, name), { recursive: true, encoding: "utf8" });
    for (const path of paths.filter((one) => one.endsWith("zz_generated.validation.ts")))
      await compare(join(work, name, path, ".."));
  },
);

test("a schema that was made while the program runs never becomes source text", () => {
  const hostile = '"); globalThis.broken = true; ("';
  const schema = {
    name: hostile,
    origin: "runtime",
    fields: { [hostile]: { type: "string", rules: [{ kind: "maxLength", limit: 1 }] } },
  } as const;
  const spy = vi.spyOn(globalThis, "Function");
  const validate = validator<unknown>(schema);
  const op: Operation = { type: "Create", options: {}, request: { subresources: [] } };
  expect(validate(op, undefined, { [hostile]: "long" }, undefined)).toMatchObject([{ type: "FieldValueTooLong" }]);
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
});
