import type { Comprehension, Constant, Expression, FunctionCall, Identifier } from "../tree/expression.js";

/** A call that is replaced by another expression before types are checked. */
export interface Macro {
  readonly name: string;
  /** The number of arguments. */
  readonly arguments: number;
  readonly isMethod: boolean;
  /**
   * Returns the expression that replaces a call.
   *
   * @throws MacroProblem for a wrong argument
   */
  readonly expand: (call: MacroCall) => Expression;
}

/** A call of a macro. The expressions that replace the call have its position. */
export interface MacroCall {
  readonly at: number;
  readonly target: Expression;
  readonly arguments: readonly Expression[];
}

/** Thrown for a wrong argument of a macro. */
export class MacroProblem extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/**
 * The variable in which a loop collects its result. Expressions cannot use it, because it is not a
 * valid name.
 */
const accumulator = "@result";
/**
 * The variable for the elements of a loop that has no elements. Such a loop only binds a value to a
 * name.
 */
const unused = "#unused";

/** The macros of CEL's standard. */
export const standardMacros: readonly Macro[] = [
  { name: "has", arguments: 1, isMethod: false, expand: has },
  ...methods("all", [2], loop(oneVariable, all)),
  ...methods("exists", [2], loop(oneVariable, exists)),
  ...methods("exists_one", [2], loop(oneVariable, existsOne)),
  ...methods("map", [2, 3], loop(elementVariable, transformList)),
  ...methods("filter", [2], loop(elementVariable, filter)),
];

/** The macros with two variables: index and element of a list, or key and value of a map. */
export const twoVariableMacros: readonly Macro[] = [
  ...methods("all", [3], loop(twoVariables, all)),
  ...methods("exists", [3], loop(twoVariables, exists)),
  ...methods("existsOne", [3], loop(twoVariables, existsOne)),
  ...methods("exists_one", [3], loop(twoVariables, existsOne)),
  ...methods("transformList", [3, 4], loop(twoVariables, transformList)),
  ...methods("transformMap", [3, 4], loop(twoVariables, transformMap)),
  ...methods("transformMapEntry", [3, 4], loop(twoVariables, transformMapEntry)),
];

/** The macros of optional values. */
export const optionalMacros: readonly Macro[] = [
  ...methods("optMap", [2], (macro) => optional(macro, "optMap", (value) => call(macro.at, "optional.of", value))),
  ...methods("optFlatMap", [2], (macro) => optional(macro, "optFlatMap", (value) => value)),
];

/** The macro `sortBy` of the extension for lists. */
export const listMacros: readonly Macro[] = methods("sortBy", [2], sortBy);

/** @param counts the numbers of arguments that the macro can have */
function methods(name: string, counts: readonly number[], expand: Macro["expand"]): readonly Macro[] {
  return counts.map((count) => ({ name, arguments: count, isMethod: true, expand }));
}

/** The variables of a loop. The first one is also an expression. */
interface Variables {
  readonly first: Identifier;
  readonly second?: Identifier;
  /** The arguments after the variables of the macro. */
  readonly rest: readonly Expression[];
}

function oneVariable({ arguments: [first, ...rest] }: MacroCall): Variables {
  return { first: variable(first, "argument must be a simple name"), rest };
}

function elementVariable({ arguments: [first, ...rest] }: MacroCall): Variables {
  return { first: variable(first, "argument is not an identifier"), rest };
}

function twoVariables({ arguments: [first, second, ...rest] }: MacroCall): Variables {
  const problem = "argument must be a simple name";
  const names = [identifier(first, problem), identifier(second, problem)] as const;
  if (names[0].name === names[1].name) throw new MacroProblem(names[1].at, `duplicate variable name: ${names[1].name}`);
  return { first: variable(first, problem), second: variable(second, problem), rest };
}

function variable(argument: Expression | undefined, problem: string): Identifier {
  const found = identifier(argument, problem);
  if (found.name === accumulator || found.name === "__result__")
    throw new MacroProblem(found.at, "iteration variable overwrites accumulator variable");
  return found;
}

function identifier(argument: Expression | undefined, problem: string): Identifier {
  if (argument?.kind !== "identifier") throw new MacroProblem(argument?.at ?? -1, problem);
  return argument;
}

function has({ at, arguments: [field] }: MacroCall): Expression {
  if (field?.kind !== "select") throw new MacroProblem(field?.at ?? -1, "invalid argument to has() macro");
  return { ...field, at, isTest: true };
}

/**
 * The parts of a loop by which macros differ. By default, a loop visits all elements, and its
 * result is the value of the accumulator.
 */
type LoopParts = Pick<Comprehension, "initial" | "step"> & Partial<Pick<Comprehension, "condition" | "result">>;

/** Returns the function that expands a macro to a loop. */
function loop(
  variablesOf: (macro: MacroCall) => Variables,
  partsOf: (at: number, variables: Variables) => LoopParts,
): (macro: MacroCall) => Comprehension {
  return (macro) => {
    const { at, target } = macro;
    const variables = variablesOf(macro);
    const { first, second } = variables;
    return {
      kind: "comprehension",
      at,
      range: target,
      variable: first.name,
      ...(second !== undefined && { variable2: second.name }),
      accumulator,
      condition: literal(at, true),
      result: result(at),
      ...partsOf(at, variables),
    };
  };
}

function all(at: number, { rest: [test] }: Variables): LoopParts {
  return {
    initial: literal(at, true),
    condition: call(at, "@not_strictly_false", result(at)),
    step: call(at, "_&&_", result(at), test),
  };
}

function exists(at: number, { rest: [test] }: Variables): LoopParts {
  return {
    initial: literal(at, false),
    condition: call(at, "@not_strictly_false", call(at, "!_", result(at))),
    step: call(at, "_||_", result(at), test),
  };
}

function existsOne(at: number, { rest: [test] }: Variables): LoopParts {
  return {
    initial: literal(at, 0n),
    step: call(at, "_?_:_", test, call(at, "_+_", result(at), literal(at, 1n)), result(at)),
    result: call(at, "_==_", result(at), literal(at, 1n)),
  };
}

function transformList(at: number, { rest }: Variables): LoopParts {
  const grown = call(at, "_+_", result(at), list(at, rest.at(-1)));
  return { initial: list(at), step: conditional(at, rest, grown) };
}

function filter(at: number, { first, rest }: Variables): LoopParts {
  const grown = call(at, "_+_", result(at), list(at, first));
  return { initial: list(at), step: conditional(at, [...rest, grown], grown) };
}

function transformMap(at: number, { first, rest }: Variables): LoopParts {
  const grown = call(at, "cel.@mapInsert", result(at), { ...first, at }, rest.at(-1));
  return { initial: { kind: "map", at, entries: [] }, step: conditional(at, rest, grown) };
}

function transformMapEntry(at: number, { rest }: Variables): LoopParts {
  const grown = call(at, "cel.@mapInsert", result(at), rest.at(-1));
  return { initial: { kind: "map", at, entries: [] }, step: conditional(at, rest, grown) };
}

/**
 * Returns the step of a loop. If the macro has a condition, elements that do not meet the condition
 * do not change the result.
 */
function conditional(at: number, rest: readonly Expression[], step: Expression): Expression {
  return rest.length > 1 ? call(at, "_?_:_", rest[0], step, result(at)) : step;
}

/**
 * Expands a macro of optional values. The result contains the target twice, as the same object, so
 * that nested macros do not grow exponentially.
 */
function optional(
  { at, target, arguments: [name, value] }: MacroCall,
  macro: string,
  wrap: (value: Expression) => Expression,
): Expression {
  const variable = identifier(name, `${macro}() variable name must be a simple identifier`);
  const bound = binding(at, variable.name, methodCall(at, target, "value"), value);
  return call(at, "_?_:_", methodCall(at, target, "hasValue"), wrap(bound), call(at, "optional.none"));
}

/**
 * Expands `sortBy`: a loop computes the keys of the elements, and a function sorts the elements by
 * these keys.
 */
function sortBy({ at, target, arguments: parts }: MacroCall): Expression {
  if (!["list", "select", "identifier", "comprehension", "call"].includes(target.kind))
    throw new MacroProblem(
      target.at,
      "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
    );
  const input: Identifier = { kind: "identifier", at, name: "@__sortBy_input__" };
  const keys = loop(elementVariable, transformList)({ at, target: input, arguments: parts });
  return binding(at, input.name, target, methodCall(at, input, "@sortByAssociatedKeys", keys));
}

/**
 * Returns a loop without elements, which only binds a value to a name. The accumulator of the loop
 * has this name.
 */
function binding(at: number, name: string, value: Expression, body: Expression | undefined): Comprehension {
  return {
    kind: "comprehension",
    at,
    range: list(at),
    variable: unused,
    accumulator: name,
    initial: value,
    condition: literal(at, false),
    step: { kind: "identifier", at, name },
    result: body as Expression,
  };
}

function result(at: number): Identifier {
  return { kind: "identifier", at, name: accumulator };
}

/**
 * @param parts the arguments. None of them is undefined, because a macro is expanded only for a
 * call with the declared number of arguments
 */
function call(at: number, name: string, ...parts: readonly (Expression | undefined)[]): FunctionCall {
  return { kind: "call", at, name, arguments: parts as readonly Expression[] };
}

function methodCall(at: number, target: Expression, name: string, ...parts: readonly Expression[]): FunctionCall {
  return { kind: "call", at, name, target, arguments: parts };
}

function literal(at: number, value: Constant): Expression {
  return { kind: "literal", at, value };
}

function list(at: number, ...elements: readonly (Expression | undefined)[]): Expression {
  return { kind: "list", at, elements: elements as readonly Expression[], optional: new Set() };
}
