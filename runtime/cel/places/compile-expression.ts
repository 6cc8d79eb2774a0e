import { oncePer } from "../../util/once-per.js";
import { usesVariable } from "../check/check.js";
import { childrenOf } from "../tree/children.js";
import type { Evaluated, Program } from "../evaluate/program.js";
import type { Result } from "../values/value.js";
import type { Expression } from "../tree/expression.js";
import { Unanswered } from "../functions/authorization.js";
import { callLimit } from "../base/limits.js";
import { programOf, type RuleError } from "../rules/rule.js";
import { parseType, printCELType, type ExpressionType } from "../types/type.js";
import type { Declarations } from "./declarations.js";

/** Returns the value of a variable that an expression uses. */
export type Variables = (name: string) => Result;

/** An expression that can be evaluated. */
export interface CompiledExpression {
  readonly error?: undefined;
  readonly text: string;
  /** Reports whether the expression reads a field of a variable, such as `claims.email`. */
  reads(variable: string, field: string): boolean;
  /**
   * Evaluates the expression within Kubernetes' limit for one evaluation. The result is a promise
   * only if the decision of an authorizer is needed first.
   */
  evaluate(variables: Variables): Evaluated | Promise<Evaluated>;
}

/** The error of an expression that cannot be compiled. */
export interface RefusedExpression {
  readonly error: RuleError;
}

export interface CompileOptions {
  /**
   * Checks the type of an expression. Returns the message for a wrong type; undefined for a right
   * one.
   */
  readonly typeFault?: (type: string) => string | undefined;
}

/** Compiles an expression that can use the declared variables. */
export function compileExpression(
  text: string,
  declarations: Declarations,
  { typeFault }: CompileOptions = {},
): CompiledExpression | RefusedExpression {
  const { error, program } = programOf(
    text,
    { self: undefined, ...placeOf(declarations) },
    {
      typeFault: (type) => typeFault?.(printCELType(type)),
      failureType: "InternalError",
      failure: "program instantiation failed",
    },
  );
  if (error !== undefined) return { error };
  const { checked } = program;
  const used = new Set(checked.variables.filter((name) => usesVariable(checked, name)));
  return {
    text,
    reads: (variable, field) => readsField(checked.expression, variable, field),
    evaluate: (valueOf) =>
      evaluated(
        program,
        checked.variables.map((name) => (used.has(name) ? valueOf(name) : undefined)),
      ),
  };
}

/** Reports whether an expression reads a field of a variable, such as `claims.email`. */
function readsField(expression: Expression, variable: string, field: string): boolean {
  // A macro can repeat one object as a part of several expressions. The set visits each object
  // once.
  const parts = new Set([expression]);
  for (const part of parts) {
    if (isField(part, variable, field)) return true;
    for (const child of childrenOf(part)) parts.add(child);
  }
  return false;
}

function isField(part: Expression, variable: string, field: string): boolean {
  if (part.kind === "select") return part.field === field && isVariable(part.operand, variable);
  if (part.kind !== "call" || part.name !== "_?._") return false;
  const [operand, name] = part.arguments;
  return isVariable(operand, variable) && name?.kind === "literal" && name.value === field;
}

function isVariable(operand: Expression | undefined, variable: string): boolean {
  return operand?.kind === "identifier" && (operand.name === variable || operand.name === `.${variable}`);
}

/**
 * Evaluates a program. If the decision of an authorizer is missing, waits for it and evaluates the
 * program again. The cost limit also limits the number of decisions.
 */
function evaluated(program: Program, values: readonly (Result | undefined)[]): Evaluated | Promise<Evaluated> {
  try {
    return program.evaluate(values, callLimit);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return error.answered.then(() => evaluated(program, values));
  }
}

const placeOf = oncePer(({ variables, structs }: Declarations) => {
  const fields = Object.entries(structs).map(([name, struct]) => [name, typesOf(struct)] as const);
  return { variables: typesOf(variables), structs: new Map(fields) };
});

function typesOf(texts: Readonly<Record<string, string>>): ReadonlyMap<string, ExpressionType> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, parseType(text)] as const));
}
