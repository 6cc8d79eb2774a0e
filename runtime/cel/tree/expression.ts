import type { CELBytes, CELUint } from "../values/classes.js";

/** The value of a literal: an int is a bigint, a double is a number. */
export type Constant = null | boolean | bigint | number | string | CELUint | CELBytes;

/**
 * An expression whose macros are expanded, as cel-go has it. `at` is the index of the operator, of
 * the parenthesis of a call, or of the first character. Expressions that a macro repeats are
 * shared.
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

/** A name. With a dot in front, it is a name outside of macros' variables. */
export interface Identifier {
  readonly kind: "identifier";
  readonly at: number;
  readonly name: string;
}

/** A field. `isTest` if the expression tests whether it is there. */
export interface Select {
  readonly kind: "select";
  readonly at: number;
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** A function or an operator, such as `_+_`. A method has a target. */
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
  /** Indexes of elements that are optionals, and absent if they have no value. */
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

/** A loop over a list or a map, which macros make. */
export interface Comprehension {
  readonly kind: "comprehension";
  readonly at: number;
  readonly range: Expression;
  /** Element of the list or key of the map; with a second variable, index or key. */
  readonly variable: string;
  /** Element of the list or value of the map. */
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
