import { parseType, splitTypes, type ExpressionType } from "../types/type.js";
import type { Implementation, Result } from "../values/value.js";

/** An overload of a function: the types of its parameters and of its result. */
export interface Overload {
  readonly id: string;
  /** The name of the function. */
  readonly name: string;
  readonly isMethod: boolean;
  /** The types of the receiver of a method, and of the arguments. */
  readonly parameters: readonly ExpressionType[];
  readonly result: ExpressionType;
  /** The names of the type parameters. */
  readonly variables: readonly string[];
  readonly run: Implementation | undefined;
}

/**
 * The overloads of a library. A key is the declaration of an overload: its identifier, the receiver
 * of a method in parentheses, the name, the types of the arguments and the type of the result.
 * Single capital letters are type parameters. A value is the implementation of the overload for
 * arguments of these types; undefined if operators.ts or the planner implements the function.
 */
export type Functions = Readonly<Record<string, ((...values: never[]) => Result) | undefined>>;

const pattern = /^(\S+) = (?:\((.+)\)\.)?(\S+?)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\): (.+)$/;

/** Returns the overloads of a library. */
export function declarationsOf(library: Functions): readonly Overload[] {
  return Object.entries(library).map(([declaration, run]) => {
    const [, id = "", receiver, name = "", parameters = "", result = ""] = pattern.exec(declaration) ?? [];
    const types = [...(receiver === undefined ? [] : [receiver]), ...splitTypes(parameters)].map(parseType);
    const resultType = parseType(result);
    const variables = new Set([...types, resultType].flatMap(variablesOf));
    return {
      id,
      name,
      isMethod: receiver !== undefined,
      parameters: types,
      result: resultType,
      variables: [...variables],
      // The evaluator checks the types of the arguments, see evaluate/calls.ts.
      run: run as Implementation | undefined,
    };
  });
}

function variablesOf(type: ExpressionType): readonly string[] {
  return type.kind === "param" ? [type.name] : type.parameters.flatMap(variablesOf);
}

/** Returns declarations of overloads without own implementations. */
export function withoutImplementations(declarations: readonly string[]): Functions {
  return Object.fromEntries(declarations.map((declaration) => [declaration, undefined]));
}

/** Returns the functions that compare two values of a type. */
export function comparisonsOf<T>(id: string, type: string, compare: (a: T, b: T) => bigint): Functions {
  return {
    [`${id}_compare_to = (${type}).compareTo(${type}): int`]: compare,
    [`${id}_is_greater_than = (${type}).isGreaterThan(${type}): bool`]: (a: T, b: T) => compare(a, b) === 1n,
    [`${id}_is_less_than = (${type}).isLessThan(${type}): bool`]: (a: T, b: T) => compare(a, b) === -1n,
  };
}
