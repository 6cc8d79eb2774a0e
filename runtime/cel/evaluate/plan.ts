import type { PlannedCall } from "./calls.js";
import type { TypeKind } from "../types/type.js";
import type { ConstantSet } from "./constants.js";
import type { Result, Value } from "../values/value.js";

/** An expression as it is evaluated. Constant parts are values. */
export type EvaluationPlan =
  | { readonly kind: "constant"; readonly value: Result }
  /**
   * A variable, or the result of another plan, with fields and indexes. A test has a bool. `isInt`
   * if the type of the value is known to be int.
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
  /** Whether constants contain a value. */
  | { readonly kind: "member"; readonly argument: EvaluationPlan; readonly constants: ConstantSet }
  /** The value of the first optional if it has one; with `isValue` without the optional. */
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

/** A loop. Its variables are in slots of the frame. */
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

/** A variable. That of an accumulator has a plan, which is evaluated when it is read first. */
export interface Slot {
  readonly index: number;
  readonly name: string;
  readonly initial?: EvaluationPlan;
}

/**
 * What fields and indexes apply to. A condition selects one of two, and both have the qualifiers.
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

/** A field or an index: a constant, or the value of an attribute. */
export type Qualifier = { readonly isOptional: boolean; readonly isTest: boolean } & (
  | { readonly key: Value; readonly attribute?: undefined }
  | { readonly attribute: Attribute }
);

/** A program cannot be made of an expression whose types are right. */
export class ProgramProblem extends Error {}
