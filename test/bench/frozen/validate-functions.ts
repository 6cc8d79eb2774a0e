/** @file The functions that the frozen validation calls: those of its commit, and those of the runtime. */
import { field, type FieldError, type FieldPath, type Operation } from "@apimachinery/runtime";
import type { ErrorList } from "@apimachinery/runtime/codegen/v1";
import type * as below from "../../../runtime/field/below.js";
import type * as anyPath from "../../../runtime/operation/any-path.js";
import type * as equality from "../../../runtime/schema/semantic-equal.js";
import type * as lengths from "../../../runtime/util/text-length.js";
import type * as presence from "../../../runtime/validator/presence.js";

type Place = FieldPath | undefined;
type List<T> = readonly T[] | undefined;
type Validator<T> = (op: Operation, fldPath: Place, value: T, oldValue: T | undefined, errors: FieldError[]) => void;

/** Loads a module of the compiled runtime, which packages do not export. */
async function load<M>(path: string): Promise<M> {
  return (await import(new URL(`../../../../runtime/dist/${path}.js`, import.meta.url).href)) as M;
}

export const { child, index } = await load<typeof below>("field/below");
export const { semanticEqual } = await load<typeof equality>("schema/semantic-equal");
export const { isLonger, isShorter } = await load<typeof lengths>("util/text-length");
export const { isFilled, isMissing, isPresent } = await load<typeof presence>("validator/presence");
const { errorsOf: errorsOfCheck } = await load<typeof anyPath>("operation/any-path");

export function errorsOf<T>(
  validate: Validator<T>,
  op: Operation,
  fldPath: Place,
  value: T,
  old: T | undefined,
): ErrorList {
  return errorsOfCheck(validate as Validator<unknown>, op, fldPath, value, old);
}

export function hasItems(list: readonly unknown[] | null | undefined): boolean {
  return list !== undefined && list !== null && list.length > 0;
}

export function lengthOf(list: List<unknown>): number {
  return list === undefined ? 0 : list.length;
}

export function orAbsent<T>(value: T): T | undefined {
  return value;
}

export function required(path: Place): FieldError {
  return field.required(path, "");
}

export function minimum(path: Place, value: number, min: number): FieldError {
  return field.withOrigin(field.invalid(path, value, `must be greater than or equal to ${min}`), "minimum");
}

export function maximum(path: Place, value: number, max: number): FieldError {
  return field.withOrigin(field.invalid(path, value, `must be less than or equal to ${max}`), "maximum");
}

export function minLength(path: Place, value: string, min: number): FieldError {
  return field.withOrigin(field.tooShort(path, value, min), "minLength");
}

export function maxLength(path: Place, max: number): FieldError {
  return field.withOrigin(field.tooLongCharacters(path, max), "maxLength");
}

export function minItems(path: Place, length: number, min: number): FieldError {
  return field.withOrigin(field.tooFew(path, length, min), "minItems");
}

export function maxItems(path: Place, length: number, max: number): FieldError {
  return field.withOrigin(field.tooMany(path, length, max), "maxItems");
}

/** What identifies an item, and how items with the same key are compared. */
interface Correlation<T> {
  readonly keyOf: (item: T) => string;
  readonly equal: (left: T, right: T) => boolean;
}

export function eachItem<T>(
  op: Operation,
  fldPath: Place,
  list: List<T>,
  oldList: List<T>,
  correlation: Correlation<T> | undefined,
  validate: Validator<T>,
  errors: FieldError[],
): void {
  if (list === undefined) return;
  const old = correlation && new Map((oldList ?? []).toReversed().map((item) => [correlation.keyOf(item), item]));
  for (let at = 0; at < list.length; at++) {
    const item = list[at] as T;
    const before = correlation && old?.get(correlation.keyOf(item));
    if (before !== undefined && op.type === "Update" && correlation?.equal(item, before) === true) continue;
    validate(op, index(fldPath, at), item, before, errors);
  }
}

/** The lists of the benchmarks are short. */
export function unique<T>(fldPath: Place, list: List<T>, keyOf: (item: T) => string, errors: FieldError[]): void {
  if (list === undefined) return;
  for (let at = 1; at < list.length; at++) {
    const item = list[at] as T;
    for (let before = 0; before < at; before++)
      if (keyOf(list[before] as T) === keyOf(item)) errors.push(field.duplicate(index(fldPath, at), item));
  }
}
