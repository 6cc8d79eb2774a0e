import type { CELBytes, CELUint } from "../values/classes.js";

/** The value of a literal: an int is a bigint, a double is a number. */
export type Constant = null | boolean | bigint | number | string | CELUint | CELBytes;

/**
 * An expression whose macros are expanded, with the same nodes as in cel-go. `at` is the index of
 * the operator, of the parenthesis of a call, or of the first character. If a macro repeats an
 * expression, all repetitions are the same object.
 */
export type Expression =
  | Literal
  | Identifier
  | Select
  | FunctionCall
  | List
  | MapLiteral
  | Message
  | Comprehension
  | Missing;

export interface Literal {
  readonly kind: "literal";
  readonly at: number;
  readonly value: Constant;
}

/** A name. A name that begins with a dot does not refer to a variable of a macro. */
export interface Identifier {
  readonly kind: "identifier";
  readonly at: number;
  readonly name: string;
}

/** A field selection. `isTest` is true if the expression tests whether the field is set. */
export interface Select {
  readonly kind: "select";
  readonly at: number;
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** A call of a function or an operator, such as `_+_`. A call of a method has a target. */
export interface FunctionCall {
  readonly kind: "call";
  readonly at: number;
  readonly name: string;
  readonly target?: Expression;
  readonly arguments: readonly Expression[];
}

export interface List {
  readonly kind: "list";
  readonly at: number;
  readonly elements: readonly Expression[];
  /** Indexes of the elements that are optionals. Such an element is left out if it has no value. */
  readonly optional: ReadonlySet<number>;
}

export interface MapLiteral {
  readonly kind: "map";
  readonly at: number;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly at: number;
  readonly key: Expression;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** A message with fields: `v1.Pizza{name: 'x'}`. */
export interface Message {
  readonly kind: "message";
  readonly at: number;
  readonly name: string;
  readonly fields: readonly MessageField[];
}

export interface MessageField {
  readonly at: number;
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** A loop over a list or a map. Only macros make loops. */
export interface Comprehension {
  readonly kind: "comprehension";
  readonly at: number;
  readonly range: Expression;
  /**
   * The name of the variable for the element of a list or the key of a map. If there is a second
   * variable, this one is for the index or the key.
   */
  readonly variable: string;
  /**
   * The name of the variable for the element of a list or the value of a map; absent for a loop
   * with one variable.
   */
  readonly variable2?: string;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** A part that is missing or wrong. It occurs only while an expression with problems is parsed. */
export interface Missing {
  readonly kind: "missing";
  readonly at: number;
}
