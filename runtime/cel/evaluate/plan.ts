import type { PlannedCall } from "./calls.js";
import type { TypeKind } from "../types/type.js";
import type { ConstantSet } from "./constants.js";
import type { Result, Value } from "../values/value.js";

/** An expression in the form in which it is evaluated. Constant parts have their values. */
export type EvaluationPlan =
  | { readonly kind: "constant"; readonly value: Result }
  /**
   * A variable, or the result of another plan, with the fields and indexes that are read from it.
   * `isTest` if the result is whether the last field is set. `isInt` if the type of the value is
   * known to be int.
   */
  | { readonly kind: "attribute"; readonly attribute: Attribute; readonly isTest: boolean; readonly isInt?: boolean }
  | { readonly kind: "and" | "or"; readonly terms: readonly [EvaluationPlan, EvaluationPlan] }
  | { readonly kind: "equals" | "differs"; readonly left: EvaluationPlan; readonly right: EvaluationPlan }
  | {
      readonly kind: "call";
      readonly call: PlannedCall;
      readonly arguments: readonly EvaluationPlan[];
      readonly type?: TypeKind | undefined;
    }
  /** Reports whether a list of constants contains a value. */
  | { readonly kind: "member"; readonly argument: EvaluationPlan; readonly constants: ConstantSet }
  /** The value of the first optional that has one: of `or`, or of `orValue` if `isValue`. */
  | { readonly kind: "first"; readonly isValue: boolean; readonly left: EvaluationPlan; readonly right: EvaluationPlan }
  | { readonly kind: "list"; readonly elements: readonly Element[] }
  | { readonly kind: "map"; readonly entries: readonly MapEntryPlan[] }
  | { readonly kind: "message"; readonly name: string; readonly fields: readonly MessageFieldPlan[] }
  | Loop;

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

/** A loop of a macro. Its variables are in slots of the frame. */
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
 * The place of a variable. The variable of an accumulator has an initial plan, which is evaluated
 * when the variable is first read.
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

/** A field or an index: a constant, or an attribute whose value is the index. */
export type Qualifier = { readonly isOptional: boolean; readonly isTest: boolean } & (
  | { readonly key: Value; readonly attribute?: undefined }
  | { readonly attribute: Attribute }
);

/** Thrown for an expression whose types are right, but of which no program can be made. */
export class ProgramProblem extends Error {}
