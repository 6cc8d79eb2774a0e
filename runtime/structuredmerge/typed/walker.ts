import type { JSONValue } from "../../values/types.js";
import { pathElementToString, type PathElement } from "../fieldpath/path-element.js";
import { itemElement } from "./item-element.js";
import type { ListType, TypedSchema } from "./schema.js";
import type { ValidationError } from "./validation-errors.js";

/** A walk through a value, with the path to the current part and the errors so far. */
export class Walker {
  readonly errors: ValidationError[] = [];
  /** The path to the current part. It is converted to a string only for an error. */
  readonly path: PathElement[] = [];

  constructor(readonly schema: TypedSchema) {}

  report(message: string): void {
    this.#reportAt(this.path, message);
  }

  /** Reports an error at the parent of the current part. */
  reportAtParent(message: string): void {
    this.#reportAt(this.path.slice(0, -1), message);
  }

  /**
   * Returns the path element of a list item. If the item has none, reports an error and returns
   * undefined.
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
