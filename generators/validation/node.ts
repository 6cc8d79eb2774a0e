import type { Field, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { Value } from "./native.js";
import type { Rule, Validations } from "./rule.js";

/** A property of an object, with the rules from its markers. */
export interface FieldNode {
  readonly field: Field;
  readonly value: Value;
  validations: Validations;
  /**
   * `required` if the type implies that an object must contain the property. `optional` if the
   * property can be absent although it has no `?`.
   */
  presence?: "required" | "optional";
  /** Rule that the property's type implies. */
  implied?: Rule;
  /**
   * Declared type of the property. Undefined if a marker makes the type opaque for this property.
   */
  type?: TypeId;
  /** Rule that calls the function of the key type. */
  keys?: Iteration;
  /** Rule that calls the function of the item type of a list, or the value type of a map. */
  values?: Iteration;
}

/** A rule for each key, item or value. It is emitted if one of `types` has rules. */
export interface Iteration {
  readonly types: readonly TypeId[];
  /** True if the rule is emitted even if none of `types` has rules. */
  readonly isOwn: boolean;
  readonly rule: Rule;
}

/** A declared type, with the rules that apply to all values of the type. */
export interface TypeNode {
  readonly declaration: TypeDeclaration;
  readonly value: Value;
  /** True if another type refers to this type. */
  referenced: boolean;
  validations: Validations;
  readonly fields: FieldNode[];
  /** Interfaces whose properties the type inherits. */
  readonly bases: TypeId[];
  /** Members of a union of interfaces. */
  readonly members: { readonly value: string; readonly type: TypeId }[];
  /**
   * Name of the variable with the valid discriminator values; undefined if other values are not an
   * error.
   */
  discriminatorValues?: string;
  /** For an alias, the declared type to which it refers. */
  alias?: TypeId;
  keys?: Iteration;
  values?: Iteration;
}
