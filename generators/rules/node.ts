import type { Field, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { NativeValue } from "./native.js";
import type { Validations } from "./rule.js";

/** A property of an object, with the rules from its markers. */
export interface FieldNode {
  readonly field: Field;
  readonly value: NativeValue;
  validations: Validations;
  /**
   * Presence that the declaration or the constraint markers of the property imply. `required`: an
   * object must contain the property. `optional`: the property can be absent although it has no
   * `?`. Absent if they imply neither.
   */
  presence?: "required" | "optional";
  /** True if the literals in the property's type imply a rule. */
  hasImplied?: true;
  /**
   * Declared types of the value and of its items, keys and map values whose rules apply. Types that
   * a marker excludes are missing.
   */
  readonly types: TypeId[];
}

/** A declared type, with the rules that apply to all values of the type. */
export interface TypeNode {
  readonly declaration: TypeDeclaration;
  validations: Validations;
  readonly fields: FieldNode[];
  /** Interfaces whose properties the type inherits. */
  readonly bases: TypeId[];
  /** Members of a union of interfaces. */
  readonly members: TypeId[];
  /**
   * True if a discriminator implies a rule, or the literals in the list items or map values of an
   * alias.
   */
  hasImplied?: true;
  /** For an alias, the declared types to which it refers. */
  readonly types: TypeId[];
}

/** Returns the validations of a type and of its properties. */
export function validationsIn({ validations, fields }: TypeNode): readonly Validations[] {
  return [validations, ...fields.map((field) => field.validations)];
}
