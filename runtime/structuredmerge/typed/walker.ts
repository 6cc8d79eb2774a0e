import type { JSONValue } from "../../values/types.js";
import { pathElementToString, type PathElement } from "../fieldpath/path-element.js";
import { itemElement } from "./item-element.js";
import type { ListType, TypedSchema } from "./schema.js";
import type { ValidationError } from "./validation-errors.js";

/**
 * The base class of walks through a value. Holds the current path and the errors that were found.
 */
export class Walker {
  readonly errors: ValidationError[] = [];
  /** The path to the current field or item. It is converted to a string only for an error. */
  readonly path: PathElement[] = [];

  constructor(readonly schema: TypedSchema) {}

  report(message: string): void {
    this.#reportAt(this.path, message);
  }

  /** Reports an error at the parent of the current path. */
  reportAtParent(message: string): void {
    this.#reportAt(this.path.slice(0, -1), message);
  }

  /**
   * Returns the path element of a list item. If the item has no path element, reports an error and
   * returns undefined.
   */
  itemElement(type: ListType, index: number, item: JSONValue): PathElement | undefined {
    const element = itemElement(this.schema, type, item);
    if (!("problem" in element)) return element;
    this.report(`element ${String(index)}: ${element.problem}`);
    return undefined;
  }

  #reportAt(path: readonly PathElement[], message: string): void {
    this.errors.push({ path: path.map(pathElementToString).join(""), message });
  }
}
