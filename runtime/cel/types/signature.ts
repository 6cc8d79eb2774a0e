import {
  dyn,
  listOfType,
  mapOfTypes,
  opaque,
  param,
  simpleTypes,
  struct,
  typeOfType,
  type ExpressionType,
} from "./type.js";

/** An overload of a function: the types of its parameters and of its result. */
export interface Overload {
  readonly id: string;
  readonly isMethod: boolean;
  /** The types of the receiver of a method, and of the arguments. */
  readonly parameters: readonly ExpressionType[];
  readonly result: ExpressionType;
  /** The names of the type parameters. */
  readonly variables: readonly string[];
}

/** An overload with the name of its function. */
export interface FunctionOverload extends Overload {
  readonly name: string;
}

const line = /^(\S+) = (?:\((.+)\)\.)?(\S+?)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\): (.+)$/;

/** Returns the overloads that the lines of a library declare. */
export function declarationsOf(library: string): readonly FunctionOverload[] {
  return library.split("\n").filter(Boolean).map(declarationOf);
}

function declarationOf(text: string): FunctionOverload {
  const [, id = "", receiver, name = "", parameters = "", result = ""] = line.exec(text) ?? [];
  const types = [...(receiver === undefined ? [] : [receiver]), ...split(parameters)].map(parseType);
  const resultType = parseType(result);
  const variables = new Set([...types, resultType].flatMap(variablesOf));
  return {
    id,
    name,
    isMethod: receiver !== undefined,
    parameters: types,
    result: resultType,
    variables: [...variables],
  };
}

function variablesOf(type: ExpressionType): readonly string[] {
  return type.kind === "param" ? [type.name] : type.parameters.flatMap(variablesOf);
}

/** Parses a type such as `map(string, list(T))`. A single capital letter is a type parameter. */
export function parseType(text: string): ExpressionType {
  const [, name = text, inner] = /^([^(]+)\((.*)\)$/.exec(text) ?? [];
  const simple = inner === undefined ? simpleTypes.get(name) : undefined;
  if (simple !== undefined) return simple;
  if (/^[A-Z]$/.test(name)) return param(name);
  const [first = dyn, second = dyn, ...rest] = split(inner ?? "").map(parseType);
  switch (name) {
    case "list":
      return listOfType(first);
    case "map":
      return mapOfTypes(first, second);
    case "type":
      return typeOfType(first);
    default:
      // The types of Kubernetes' libraries are messages without fields, except IP addresses and
      // networks.
      if (name.startsWith("kubernetes.")) return struct(name);
      return inner === undefined ? opaque(name) : opaque(name, first, ...rest);
  }
}

/** Splits a list at the commas outside of parentheses. */
function split(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g), ([part]) => part.trim());
}
