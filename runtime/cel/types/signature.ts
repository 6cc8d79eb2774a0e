import {
  any,
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  list,
  map,
  metaType,
  nullType,
  opaque,
  param,
  string,
  struct,
  timestamp,
  typeOf,
  uint,
  type Type,
} from "./type.js";

/** A form of a function. */
export interface Overload {
  readonly id: string;
  readonly isMethod: boolean;
  /** The types of the receiver of a method, and of the arguments. */
  readonly parameters: readonly Type[];
  readonly result: Type;
  /** The names of the type parameters. */
  readonly variables: readonly string[];
}

/** A function with its name. */
export interface Declaration extends Overload {
  readonly name: string;
}

const line = /^(\S+) = (?:\((.+)\)\.)?(\S+?)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\): (.+)$/;

/** Returns the overloads that lines of a library declare. */
export function declarationsOf(library: string): readonly Declaration[] {
  return library.split("\n").filter(Boolean).map(declarationOf);
}

function declarationOf(text: string): Declaration {
  const [, id = "", receiver, name = "", parameters = "", result = ""] = line.exec(text) ?? [];
  const types = [...(receiver === undefined ? [] : [receiver]), ...split(parameters)].map(typeOfText);
  const resultType = typeOfText(result);
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

function variablesOf(type: Type): readonly string[] {
  return type.kind === "param" ? [type.name] : type.parameters.flatMap(variablesOf);
}

const simpleTypes: ReadonlyMap<string, Type> = new Map([
  ["any", any],
  ["bool", bool],
  ["bytes", bytes],
  ["double", double],
  ["duration", duration],
  ["dyn", dyn],
  ["int", int],
  ["null", nullType],
  ["string", string],
  ["timestamp", timestamp],
  ["type", metaType],
  ["uint", uint],
]);

/**
 * Returns the type of a text such as `map(string, list(T))`. A capital letter is a type parameter.
 */
export function typeOfText(text: string): Type {
  const [, name = text, inner] = /^([^(]+)\((.*)\)$/.exec(text) ?? [];
  const simple = inner === undefined ? simpleTypes.get(name) : undefined;
  if (simple !== undefined) return simple;
  if (/^[A-Z]$/.test(name)) return param(name);
  const [first = dyn, second = dyn, ...rest] = split(inner ?? "").map(typeOfText);
  switch (name) {
    case "list":
      return list(first);
    case "map":
      return map(first, second);
    case "type":
      return typeOf(first);
    default:
      // The types of Kubernetes' libraries are messages without fields, except addresses.
      if (name.startsWith("kubernetes.")) return struct(name);
      return inner === undefined ? opaque(name) : opaque(name, first, ...rest);
  }
}

/** Splits a list at the commas outside of parentheses. */
function split(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g), ([part]) => part.trim());
}
