import type { JSONValue } from "../../values/types.js";
import { FieldSet } from "../fieldpath/field-set.js";
import type { Path } from "../fieldpath/path.js";
import { withinStack } from "../value/within-stack.js";
import { Comparer } from "./comparer.js";
import { Comparison } from "./comparison.js";
import { Merger } from "./merger.js";
import type { ParseableType, ValidationOptions } from "./parseable-type.js";
import { ItemRemover } from "./remove-items.js";
import { schemaTypeOf, type DeclaredSchemaType } from "./schema-type.js";
import { toFieldSet } from "./to-field-set.js";
import { throwErrors, ValidationErrors } from "./validation-errors.js";
import { TypeChecker } from "./validator.js";

/** A value with its type. The value and the type are never mutated. Source: `typed.TypedValue`. */
export class TypedValue {
  readonly #value: JSONValue;
  readonly #type: DeclaredSchemaType;

  /**
   * Creates a typed value without validation. `ParseableType.fromValue` also validates the value.
   */
  constructor(value: JSONValue, type: DeclaredSchemaType) {
    this.#value = value;
    this.#type = type;
  }

  get type(): ParseableType {
    return this.#type;
  }

  /** Returns the value, which must not be mutated. */
  asValue(): JSONValue {
    return this.#value;
  }

  /** Returns a value of the same type whose content is null. */
  empty(): TypedValue {
    return new TypedValue(null, this.#type);
  }

  /**
   * Checks that the value fits its type.
   *
   * @param isDecoded true if a decoder has created the value: only checks what decoders do not
   *   check, that is, the items of associative lists
   * @throws ValidationErrors if the value does not fit the type
   */
  validate(options: ValidationOptions = {}, isDecoded = false): void {
    const validator = new TypeChecker(this.#type.schema, options.allowDuplicates === true, isDecoded);
    withinStack(() => {
      validator.validate(this.#type.ref, this.#value);
    });
    throwErrors(validator.errors);
  }

  /**
   * Returns the paths to all leaves and list items.
   *
   * @throws ValidationErrors if the schema lacks a type
   */
  toFieldSet(): FieldSet {
    return FieldSet.ofNode(withinStack(() => toFieldSet(this.#type.schema, this.#type.ref, this.#value)));
  }

  /**
   * Merges a partial value into this value, and returns the result. Nothing is removed. In lists
   * that the partial value changes, the items have the order of the partial value.
   *
   * @param pso the partial value ("partially specified object")
   * @throws ValidationErrors if the types differ, or if the values do not fit their type, for
   * example because a list has items that cannot be identified
   */
  merge(pso: TypedValue): TypedValue {
    const merger = new Merger(this.#sharedSchema(pso));
    const merged = withinStack(() => merger.merge(this.#type.ref, this.#value, pso.#value));
    throwErrors(merger.errors);
    return new TypedValue(merged ?? null, this.#type);
  }

  /**
   * Returns the differences between this value and another one.
   *
   * @throws ValidationErrors if the types differ, or if the values do not fit their type, for
   * example because a list has items that cannot be identified
   */
  compare(rhs: TypedValue): Comparison {
    const comparer = new Comparer(this.#sharedSchema(rhs));
    withinStack(() => {
      comparer.compare(this.#type.ref, this.#value, rhs.#value);
    });
    throwErrors(comparer.errors);
    const { removed, modified, added } = comparer;
    return new Comparison(FieldSet.ofNode(removed.node), FieldSet.ofNode(modified.node), FieldSet.ofNode(added.node));
  }

  /** Returns the value without the fields and list items of a set. */
  removeItems(items: FieldSet): TypedValue {
    return this.#withItems(items, false);
  }

  /**
   * Returns the value with only the fields and list items of a set.
   *
   * @param options.appendKeyFields true to also keep the key fields of list items
   */
  extractItems(items: FieldSet, options: { readonly appendKeyFields?: boolean } = {}): TypedValue {
    return this.#withItems(options.appendKeyFields === true ? this.#withKeyFields(items) : items, true);
  }

  #withItems(items: FieldSet, extracts: boolean): TypedValue {
    const remover = new ItemRemover(this.#type.schema, extracts);
    const value = withinStack(() => remover.apply(this.#type.ref, this.#value, items.node));
    return new TypedValue(value, this.#type);
  }

  #withKeyFields(items: FieldSet): FieldSet {
    const own = this.#fieldSetIfValid();
    if (own === undefined) return items;
    const keyFields = new FieldSet();
    for (const path of items) if (own.has(path)) for (const keyField of keyFieldsOf(path)) keyFields.insert(keyField);
    return items.union(keyFields);
  }

  #fieldSetIfValid(): FieldSet | undefined {
    try {
      return this.toFieldSet();
    } catch (error) {
      if (error instanceof ValidationErrors) return undefined;
      throw error;
    }
  }

  #sharedSchema({ type }: TypedValue): DeclaredSchemaType["schema"] {
    const other = schemaTypeOf(type);
    if (this.#type.schema !== other.schema)
      throw new ValidationErrors([{ path: "", message: "expected objects with types from the same schema" }]);
    if (this.#type.name !== other.name) {
      const message = `expected objects of the same type, but got ${this.#type.name} and ${other.name}`;
      throw new ValidationErrors([{ path: "", message }]);
    }
    return other.schema;
  }
}

/** Returns the paths to the key fields of all list items that a path contains. */
function keyFieldsOf(path: Path): readonly Path[] {
  return path.flatMap((element, at) =>
    "key" in element ? element.key.map(({ name }) => [...path.slice(0, at + 1), { fieldName: name }]) : [],
  );
}
