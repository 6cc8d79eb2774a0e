import type { Field, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { Value } from "./native.js";
import type { Rule, Validations } from "./rule.js";

/** A property of an object, with the rules of its markers. */
export interface FieldNode {
  readonly field: Field;
  readonly value: Value;
  validations: Validations;
  /**
   * `required` if the type implies that an object must contain the property; `optional` if an
   * object can leave it out although it has no `?`.
   */
  presence?: "required" | "optional";
  /** A rule that the type of the property implies. */
  implied?: Rule;
  /** The declared type of the property, unless it is opaque here. */
  type?: TypeId;
  /** The rule that calls the function of the keys' type; it needs that type's rules. */
  keys?: Iteration;
  /** The rule that calls the function of the items' or values' type. */
  values?: Iteration;
}

/** A rule for each key or item, which is emitted if one of the types has rules. */
export interface Iteration {
  readonly types: readonly TypeId[];
  /** The rule does not depend on the rules of a declared type. */
  readonly isOwn: boolean;
  readonly rule: Rule;
}

/** A declared type, with the rules that apply to all its values. */
export interface TypeNode {
  readonly declaration: TypeDeclaration;
  readonly value: Value;
  /** Another type refers to it. */
  referenced: boolean;
  validations: Validations;
  readonly fields: FieldNode[];
  /** Interfaces with properties that the type inherits. */
  readonly bases: TypeId[];
  /** The members of a union of interfaces. */
  readonly members: { readonly value: string; readonly type: TypeId }[];
  /** The variable with the values of the discriminator, if another value is an error. */
  discriminatorValues?: string;
  /** The declared type that an alias is. */
  alias?: TypeId;
  keys?: Iteration;
  values?: Iteration;
}
