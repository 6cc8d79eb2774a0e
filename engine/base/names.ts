/** Name of the configuration file. */
export const configName = "codegen.config.json";

/**
 * Functions that format the names of generated and hand-written functions and constants, in the
 * form that Kubernetes uses. `parseFunctionName` recognises these names, except those of `schema`
 * and `validate`.
 */
export const names = {
  deepCopy: (type: string) => `DeepCopy_${type}`,
  setDefaults: (type: string) => `SetDefaults_${type}`,
  setObjectDefaults: (type: string) => `SetObjectDefaults_${type}`,
  convert: (fromPackage: string, from: string, toPackage: string, to: string) =>
    `Convert_${fromPackage}_${from}_To_${toPackage}_${to}`,
  autoConvert: (fromPackage: string, from: string, toPackage: string, to: string) =>
    `autoConvert_${fromPackage}_${from}_To_${toPackage}_${to}`,
  fuzz: (type: string) => `Fuzz_${type}`,
  autoFuzz: (type: string) => `autoFuzz_${type}`,
  schema: (type: string) => `${type}Schema`,
  validate: (type: string) => `Validate_${type}`,
} as const;

/**
 * The parts of a function's name. `rest` is the text after the first underscore; it can contain
 * further underscores, because names of types can.
 */
export type FunctionName =
  | { readonly kind: "DeepCopy" | "SetDefaults" | "SetObjectDefaults" | "Fuzz" | "autoFuzz"; readonly rest: string }
  | {
      readonly kind: "Convert" | "autoConvert";
      /**
       * All possible ways to split the text after the prefix. Several exist if the name of a folder
       * or type contains an underscore or `_To_`.
       */
      readonly readings: readonly {
        readonly fromPackage: string;
        readonly from: string;
        readonly toPackage: string;
        readonly to: string;
      }[];
    };

/**
 * Splits a function's name into its parts. Returns undefined for a name that is in none of the
 * forms of `FunctionName`.
 */
export function parseFunctionName(name: string): FunctionName | undefined {
  const simple = /^(DeepCopy|SetDefaults|SetObjectDefaults|Fuzz|autoFuzz)_(.+)$/.exec(name);
  if (simple !== null) {
    return {
      kind: simple[1] as "DeepCopy" | "SetDefaults" | "SetObjectDefaults" | "Fuzz" | "autoFuzz",
      rest: simple[2] as string,
    };
  }
  const conversion = /^(Convert|autoConvert)_(.+)$/.exec(name);
  if (conversion === null) return undefined;
  const readings = splits(conversion[2] as string, "_To_").flatMap(([input, output]) =>
    splits(input, "_").flatMap(([fromPackage, from]) =>
      splits(output, "_").map(([toPackage, to]) => ({ fromPackage, from, toPackage, to })),
    ),
  );
  return readings.length === 0 ? undefined : { kind: conversion[1] as "Convert" | "autoConvert", readings };
}

/** Returns all splits of a string into two non-empty parts at a separator. */
function splits(text: string, separator: string): [string, string][] {
  const found: [string, string][] = [];
  for (let at = text.indexOf(separator, 1); at > 0; at = text.indexOf(separator, at + 1)) {
    if (at + separator.length < text.length) found.push([text.slice(0, at), text.slice(at + separator.length)]);
  }
  return found;
}
