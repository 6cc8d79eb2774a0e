import { field, type ErrorList, type Operation } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { importGolden, type GoldenModule } from "./golden-module.js";

export type Options = Readonly<Record<string, boolean>>;
type Validate = (op: Operation, path: field.Path | undefined, obj: object, oldObj: object | undefined) => ErrorList;

/**
 * One test case: the changed properties of an object, the properties of the old object, the
 * expected errors, and the options.
 */
export type Row = readonly [
  title: string,
  change: object,
  old: object | undefined,
  errors: readonly string[],
  options?: Options,
];

/** Generates a golden case and imports its validation functions. */
export async function importValidation(name: string): Promise<GoldenModule> {
  return importGolden(`validation/${name}`, "apis/shop/v1/zz_generated.validation.ts");
}

/** Returns the errors that the generated function of a type returns. */
export function errorListOf(
  module: GoldenModule,
  type: string,
  obj: object,
  old: object | undefined,
  op: Operation,
): ErrorList {
  // The assertion is necessary, because the type of a golden module lacks the parameter types.
  const fn = module[`Validate_${type}`] as unknown as Validate;
  const before = JSON.stringify([obj, old]);
  const errors = fn(op, undefined, obj, old);
  expect(JSON.stringify([obj, old]), "validation changes nothing").toBe(before);
  return errors;
}

/** Returns the errors as `[origin] stability field: text`. */
export function errorsOf(
  module: GoldenModule,
  type: string,
  obj: object,
  old: object | undefined,
  options: Options,
): string[] {
  const op: Operation = { type: old === undefined ? "Create" : "Update", options, request: { subresources: [] } };
  return errorListOf(module, type, obj, old, op).map((error) => {
    const origin = error.origin === undefined ? "" : `[${error.origin}] `;
    return `${origin}${error.stability === undefined ? "" : `${error.stability} `}${field.errorText(error)}`;
  });
}

/**
 * Defines one test for each row. One more test checks that a valid object has no errors when it is
 * created, and when it is updated without changes.
 */
export function testRows(module: GoldenModule, type: string, valid: object, usual: Options, all: readonly Row[]): void {
  test("a valid object has no errors, created and unchanged", () => {
    expect(errorsOf(module, type, valid, undefined, usual)).toEqual([]);
    expect(errorsOf(module, type, valid, valid, usual)).toEqual([]);
  });
  for (const [title, change, old, errors, options] of all) {
    test(title, () => {
      const [obj, oldObj] = [merged(valid, change), old === undefined ? undefined : merged(valid, old)];
      expect(errorsOf(module, type, obj, oldObj, options ?? usual)).toEqual(errors);
      if (oldObj !== undefined || options !== undefined) return;
      const ratcheted = errorsOf(module, type, obj, structuredClone(obj), usual);
      expect(ratcheted, "an update that changes nothing has no errors").toEqual([]);
    });
  }
}

/** Returns a copy of an object with changed properties; the value undefined removes a property. */
function merged(valid: object, change: object): object {
  const entries = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined);
  return structuredClone(Object.fromEntries(entries));
}
