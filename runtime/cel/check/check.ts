import { environmentOf, type CELEnvironment } from "../environment/environment.js";
import { parsed } from "../syntax/parse.js";
import { SourceProblems } from "../base/source.js";
import { typeProvider, type Structs } from "../types/provider.js";
import type { DeclaredType, SchemaValueType } from "../types/schema.js";
import { optionalType, type ExpressionType } from "../types/type.js";
import { Checker, type TypedExpression } from "./checker.js";
import { checkLiterals } from "./literals.js";

/** The CEL version and the variables with which an expression is checked. */
export interface CheckContext {
  readonly version?: string | undefined;
  /** The type of `self` and `oldSelf`; undefined if `variables` declares all variables. */
  readonly self: SchemaValueType | undefined;
  readonly optionalOldSelf?: boolean | undefined;
  /** The types of other variables, by the names of the variables. Not used if `self` is set. */
  readonly variables?: ReadonlyMap<string, ExpressionType> | undefined;
  /** The object types of the other variables. Expressions can use the names of these types. */
  readonly structs?: Structs | undefined;
}

/** An expression that passed the check, with the language and the variables of the check. */
export interface CheckedSource extends TypedExpression {
  readonly environment: CELEnvironment;
  /** The names of the variables. In an evaluation, the values have the same order. */
  readonly variables: readonly string[];
  /** The object types of the variables. */
  readonly structs: Structs | undefined;
  /** The type of `self` with its sizes; undefined if no schema declares `self`. */
  readonly self: DeclaredType | undefined;
}

/** Parses and checks an expression. Returns the expression with its types, or its problems. */
export function checkSource(text: string, context: CheckContext): CheckedSource | SourceProblems {
  const environment = environmentOf(context.version);
  const problems = new SourceProblems(text);
  const expression = parsed(problems, environment);
  if (expression === undefined) return problems;
  const structs = context.self?.structs ?? context.structs;
  const provider = typeProvider(environment, structs, context.structs !== undefined);
  const variables = variablesOf(context);
  const result = new Checker(environment, provider, variables, problems).checked(expression);
  if (problems.count === 0) checkLiterals(result, environment, problems);
  if (problems.count > 0) return problems;
  return { ...result, environment, variables: Array.from(variables.keys()), structs, self: context.self?.declared };
}

function variablesOf({
  self,
  optionalOldSelf = false,
  variables: others,
}: CheckContext): ReadonlyMap<string, ExpressionType> {
  if (self === undefined) return others ?? new Map();
  const { type } = self.declared;
  return new Map([
    ["self", type],
    ["oldSelf", optionalOldSelf ? optionalType(type) : type],
  ]);
}

/** Reports whether an expression uses a variable. */
export function usesVariable({ references }: TypedExpression, name: string): boolean {
  return Array.from(references.values()).some((reference) => reference.kind === "name" && reference.name === name);
}
