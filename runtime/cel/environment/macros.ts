import type { Comprehension, Constant, Expression, FunctionCall, Identifier, Literal } from "../tree/expression.js";

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
  method("all", 2, (call) => all(call, oneVariable(call))),
  method("exists", 2, (call) => exists(call, oneVariable(call))),
  method("exists_one", 2, (call) => existsOne(call, oneVariable(call))),
  method("map", 2, (call) => transformList(call, elementVariable(call))),
  method("map", 3, (call) => transformList(call, elementVariable(call))),
  method("filter", 2, filter),
];

/** The macros with two variables: index and element of a list, or key and value of a map. */
export const twoVariableMacros: readonly Macro[] = [
  method("all", 3, (call) => all(call, twoVariables(call))),
  method("exists", 3, (call) => exists(call, twoVariables(call))),
  method("existsOne", 3, (call) => existsOne(call, twoVariables(call))),
  method("exists_one", 3, (call) => existsOne(call, twoVariables(call))),
  method("transformList", 3, (call) => transformList(call, twoVariables(call))),
  method("transformList", 4, (call) => transformList(call, twoVariables(call))),
  method("transformMap", 3, transformMap),
  method("transformMap", 4, transformMap),
  method("transformMapEntry", 3, transformMapEntry),
  method("transformMapEntry", 4, transformMapEntry),
];

/** The macros of optional values. */
export const optionalMacros: readonly Macro[] = [
  method("optMap", 2, (at) => optional(at, "optMap", (value) => call(at.at, "optional.of", value))),
  method("optFlatMap", 2, (at) => optional(at, "optFlatMap", (value) => value)),
];

/** The macro `sortBy` of the extension for lists. */
export const listMacros: readonly Macro[] = [method("sortBy", 2, sortBy)];

function method(name: string, count: number, expand: Macro["expand"]): Macro {
  return { name, arguments: count, isMethod: true, expand };
}

interface Variables {
  readonly variable: string;
  readonly variable2?: string;
  /** The arguments after the variables of the macro. */
  readonly rest: readonly Expression[];
}

function oneVariable(
  { arguments: [first, ...rest] }: MacroCall,
  problem = "argument must be a simple name",
): Variables {
  const variable = nameOf(first, problem);
  refuseAccumulator(variable, first);
  return { variable, rest };
}

function elementVariable(macro: MacroCall): Variables {
  return oneVariable(macro, "argument is not an identifier");
}

function twoVariables({ arguments: [first, second, ...rest] }: MacroCall): Variables {
  const problem = "argument must be a simple name";
  const [variable, variable2] = [nameOf(first, problem), nameOf(second, problem)];
  if (variable === variable2) throw new MacroProblem(second?.at ?? -1, `duplicate variable name: ${variable}`);
  refuseAccumulator(variable, first);
  refuseAccumulator(variable2, second);
  return { variable, variable2, rest };
}

function nameOf(argument: Expression | undefined, problem: string): string {
  if (argument?.kind !== "identifier") throw new MacroProblem(argument?.at ?? -1, problem);
  return argument.name;
}

function refuseAccumulator(name: string, argument: Expression | undefined): void {
  if (name === accumulator || name === "__result__")
    throw new MacroProblem(argument?.at ?? -1, "iteration variable overwrites accumulator variable");
}

function has({ at, arguments: [field] }: MacroCall): Expression {
  if (field?.kind !== "select") throw new MacroProblem(field?.at ?? -1, "invalid argument to has() macro");
  return { ...field, at, isTest: true };
}

function all(macro: MacroCall, { rest, ...variables }: Variables): Expression {
  const { at } = macro;
  return loop(macro, variables, {
    initial: literal(at, true),
    condition: call(at, "@not_strictly_false", result(at)),
    step: call(at, "_&&_", result(at), part(rest, 0)),
    result: result(at),
  });
}

function exists(macro: MacroCall, { rest, ...variables }: Variables): Expression {
  const { at } = macro;
  return loop(macro, variables, {
    initial: literal(at, false),
    condition: call(at, "@not_strictly_false", call(at, "!_", result(at))),
    step: call(at, "_||_", result(at), part(rest, 0)),
    result: result(at),
  });
}

function existsOne(macro: MacroCall, { rest, ...variables }: Variables): Expression {
  const { at } = macro;
  const next = call(at, "_+_", result(at), literal(at, 1n));
  return loop(macro, variables, {
    initial: literal(at, 0n),
    condition: literal(at, true),
    step: call(at, "_?_:_", part(rest, 0), next, result(at)),
    result: call(at, "_==_", result(at), literal(at, 1n)),
  });
}

function transformList(macro: MacroCall, { rest, ...variables }: Variables): Expression {
  const { at } = macro;
  const grown = call(at, "_+_", result(at), list(at, part(rest, rest.length - 1)));
  return collected(macro, variables, list(at), conditional(at, rest, grown));
}

function filter(macro: MacroCall): Expression {
  const { at } = macro;
  const { rest, ...variables } = elementVariable(macro);
  const grown = call(at, "_+_", result(at), list(at, part(macro.arguments, 0)));
  return collected(macro, variables, list(at), conditional(at, [...rest, grown], grown));
}

function transformMap(macro: MacroCall): Expression {
  const { at } = macro;
  const { rest, ...variables } = twoVariables(macro);
  const key: Identifier = { kind: "identifier", at, name: variables.variable };
  const grown = call(at, "cel.@mapInsert", result(at), key, part(rest, rest.length - 1));
  return collected(macro, variables, emptyMap(at), conditional(at, rest, grown));
}

function transformMapEntry(macro: MacroCall): Expression {
  const { at } = macro;
  const { rest, ...variables } = twoVariables(macro);
  const grown = call(at, "cel.@mapInsert", result(at), part(rest, rest.length - 1));
  return collected(macro, variables, emptyMap(at), conditional(at, rest, grown));
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
  const variable = nameOf(name, `${macro}() variable name must be a simple identifier`);
  const bound = binding(at, variable, methodCall(at, target, "value"), value as Expression);
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
  const macro: MacroCall = { at, target: input, arguments: parts };
  const keys = transformList(macro, elementVariable(macro));
  const sorted: FunctionCall = {
    kind: "call",
    at,
    name: "@sortByAssociatedKeys",
    target: input,
    arguments: [keys],
  };
  return binding(at, input.name, target, sorted);
}

/**
 * Returns a loop without elements, which only binds a value to a name. The accumulator of the loop
 * has this name.
 */
function binding(at: number, name: string, value: Expression, body: Expression): Comprehension {
  const variable: Identifier = { kind: "identifier", at, name };
  return {
    kind: "comprehension",
    at,
    range: list(at),
    variable: unused,
    accumulator: name,
    initial: value,
    condition: literal(at, false),
    step: variable,
    result: body,
  };
}

function collected(
  macro: MacroCall,
  variables: Omit<Variables, "rest">,
  initial: Expression,
  step: Expression,
): Expression {
  const { at } = macro;
  return loop(macro, variables, { initial, condition: literal(at, true), step, result: result(at) });
}

/**
 * Returns the step of a loop. If the macro has a condition, elements that do not meet the condition
 * do not change the result.
 */
function conditional(at: number, rest: readonly Expression[], step: Expression): Expression {
  return rest.length > 1 ? call(at, "_?_:_", part(rest, 0), step, result(at)) : step;
}

function loop(
  { at, target }: MacroCall,
  variables: Omit<Variables, "rest">,
  parts: Pick<Comprehension, "initial" | "condition" | "step" | "result">,
): Comprehension {
  return { kind: "comprehension", at, range: target, ...variables, accumulator, ...parts };
}

function part(parts: readonly Expression[], index: number): Expression {
  return parts[index] as Expression;
}

function result(at: number): Identifier {
  return { kind: "identifier", at, name: accumulator };
}

function literal(at: number, value: Constant): Literal {
  return { kind: "literal", at, value };
}

function list(at: number, ...elements: readonly Expression[]): Expression {
  return { kind: "list", at, elements, optional: new Set() };
}

function emptyMap(at: number): Expression {
  return { kind: "map", at, entries: [] };
}

function call(at: number, name: string, ...parts: readonly Expression[]): FunctionCall {
  return { kind: "call", at, name, arguments: parts };
}

function methodCall(at: number, target: Expression, name: string): FunctionCall {
  return { kind: "call", at, name, target, arguments: [] };
}
