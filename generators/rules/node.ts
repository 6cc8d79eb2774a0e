import type { Field, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { NativeValue } from "./native.js";
import type { CheckRule, Validations } from "./rule.js";

/** A property of an object, with the rules from its markers. */
export interface FieldNode {
  readonly field: Field;
  readonly value: NativeValue;
  validations: Validations;
  /**
   * Rule that follows from the type of the object. `required`: an object must contain the property.
   * `optional`: the property can be absent although it has no `?`.
   */
  presence?: "required" | "optional";
  /** Rule that follows from the property's type. */
  implied?: CheckRule;
  /**
   * Declared type of the property. It is undefined if a marker of the property excludes the rules
   * of its type.
   */
  type?: TypeId;
  /** Rule that calls the function of the key type for each key. */
  keys?: Iteration;
  /**
   * Rule that calls the function of the item type or value type, for each item of a list or value
   * of a map.
   */
  values?: Iteration;
}

/** A rule for each key, item or value. Generated code contains it if one of `types` has rules. */
export interface Iteration {
  readonly types: readonly TypeId[];
  /** True if generated code contains the rule even if none of `types` has rules. */
  readonly isOwn: boolean;
  readonly rule: CheckRule;
}

/** A declared type, with the rules that apply to all values of the type. */
export interface TypeNode {
  readonly declaration: TypeDeclaration;
  readonly value: NativeValue;
  /** True if another type refers to this type. */
  referenced: boolean;
  validations: Validations;
  readonly fields: FieldNode[];
  /** Interfaces whose properties the type inherits. */
  readonly bases: TypeId[];
  /** Members of a union of interfaces. */
  readonly members: { readonly value: string; readonly type: TypeId }[];
  /**
   * Name of the variable that contains the valid discriminator values. It is undefined if other
   * values are not an error.
   */
  discriminatorValues?: string;
  /** For an alias, the declared type to which it refers. */
  alias?: TypeId;
  keys?: Iteration;
  values?: Iteration;
}
