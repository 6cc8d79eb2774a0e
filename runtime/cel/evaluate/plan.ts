import type { PlannedCall } from "./calls.js";
import type { TypeKind } from "../types/type.js";
import type { ConstantSet } from "./constants.js";
import type { Result, Value } from "../values/value.js";

/**
 * An expression that is prepared for the evaluator. Lists and maps of constants, and conversions of
 * constants, are already computed.
 */
export type EvaluationPlan =
  | { readonly kind: "constant"; readonly value: Result }
  | AttributePlan
  | LogicPlan
  | CallPlan
  /** A test whether a list of constants contains a value. */
  | { readonly kind: "member"; readonly argument: EvaluationPlan; readonly constants: ConstantSet }
  | FirstPlan
  | { readonly kind: "list"; readonly elements: readonly Element[] }
  | { readonly kind: "map"; readonly entries: readonly MapEntryPlan[] }
  | { readonly kind: "message"; readonly name: string; readonly fields: readonly MessageFieldPlan[] }
  | Loop;

/** A variable, or the result of another plan, with the fields and indexes that are read from it. */
export interface AttributePlan {
  readonly kind: "attribute";
  readonly attribute: Attribute;
  /** True if the plan tests whether the last field is set. */
  readonly isTest: boolean;
  /** True if the type of the value is known to be int. */
  readonly isInt?: boolean;
}

export interface LogicPlan {
  readonly kind: "and" | "or";
  readonly terms: readonly [EvaluationPlan, EvaluationPlan];
}

export interface CallPlan {
  readonly kind: "call";
  readonly call: PlannedCall;
  readonly arguments: readonly EvaluationPlan[];
  readonly type?: TypeKind | undefined;
}

/**
 * A call of `or`, or of `orValue` if `isValue` is true. If the optional `left` has a value, the
 * result is `left`, or for `orValue` its value; otherwise, the result is `right`.
 */
export interface FirstPlan {
  readonly kind: "first";
  readonly isValue: boolean;
  readonly left: EvaluationPlan;
  readonly right: EvaluationPlan;
}

export interface Element {
  readonly value: EvaluationPlan;
  readonly isOptional: boolean;
}

export interface MapEntryPlan extends Element {
  readonly key: EvaluationPlan;
}

export interface MessageFieldPlan extends Element {
  readonly name: string;
}

/**
 * A loop that a macro expands to. `variable` and `variable2` are indexes of slots in the evaluation
 * frame.
 */
export interface Loop {
  readonly kind: "loop";
  readonly range: EvaluationPlan;
  readonly accumulator: Slot;
  readonly variable: number;
  readonly variable2: number | undefined;
  readonly condition: EvaluationPlan;
  readonly step: EvaluationPlan;
  readonly result: EvaluationPlan;
}

/**
 * The slot of a variable in the evaluation frame. An accumulator also has an initial plan. Unless
 * it is a constant, it is evaluated when the variable is first read.
 */
export interface Slot {
  readonly index: number;
  readonly name: string;
  readonly initial?: EvaluationPlan;
}

/**
 * The value from which fields and indexes are read: a variable, a result, or one of two attributes
 * that a condition selects.
 */
export type Attribute =
  | { readonly kind: "variable"; readonly slot: Slot; readonly qualifiers: Qualifier[] }
  | { readonly kind: "relative"; readonly operand: EvaluationPlan; readonly qualifiers: Qualifier[] }
  | {
      readonly kind: "conditional";
      readonly condition: EvaluationPlan;
      readonly whenTrue: Attribute;
      readonly whenFalse: Attribute;
    };

/** A field or an index: either a constant, or an attribute whose value is the index. */
export type Qualifier = { readonly isOptional: boolean; readonly isTest: boolean } & (
  | { readonly key: Value; readonly attribute?: undefined }
  | { readonly attribute: Attribute }
);

/** Thrown for an expression that passes the type check, but cannot be compiled to a program. */
export class ProgramProblem extends Error {}
