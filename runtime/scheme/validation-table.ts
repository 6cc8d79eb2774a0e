import { internalError } from "../field/constructors.js";
import type { ErrorList } from "../field/error-list.js";
import type { Path } from "../field/path.js";
import type { TypeSchema } from "../schema/schema.js";
import { subresourcePath, type Operation } from "../operation/operation.js";
import { withSortedMaps } from "./sorted-maps.js";

/**
 * Function that returns the validation errors of an object. For an update, only errors of changed
 * values are returned.
 */
export type ValidationFunc<T> = (op: Operation, fldPath: Path | undefined, obj: T, oldObj: T | undefined) => ErrorList;

interface Entry {
  readonly paths: readonly string[];
  readonly fn: ValidationFunc<unknown>;
}

/** Validation functions of a scheme, by type. */
export class ValidationTable {
  readonly #functions = new Map<TypeSchema, Entry>();

  add(schema: TypeSchema, paths: readonly string[], fn: ValidationFunc<never>): void {
    this.#functions.set(schema, { paths, fn: fn as ValidationFunc<unknown> });
  }

  /** Reports whether a type has a validation function. */
  has(schema: TypeSchema | undefined): boolean {
    return schema !== undefined && this.#functions.has(schema);
  }

  /**
   * Validates an object. Returns no errors if the type has no validation function. Returns an
   * internal error if its function does not validate the subresource of the request.
   */
  run(schema: TypeSchema | undefined, op: Operation, obj: unknown, oldObj: unknown): ErrorList {
    const entry = schema === undefined ? undefined : this.#functions.get(schema);
    if (schema === undefined || entry === undefined) return [];
    const path = subresourcePath(op.request);
    if (entry.paths.includes(path)) return withSortedMaps(entry.fn(op, undefined, obj, oldObj), schema, obj);
    return [internalError(null, new Error(`no validation found for *${schema.name}, subresource: ${path}`))];
  }
}
