import { optionalMacros, standardMacros, twoVariableMacros, type Macro } from "./syntax/macros.js";

/** A part of the language, with the minor versions of Kubernetes that have it. */
interface Library {
  readonly name: string;
  readonly since: number;
  readonly macros: readonly Macro[];
}

const libraries: readonly Library[] = [
  { name: "standard", since: 0, macros: standardMacros },
  { name: "optionals", since: 28, macros: optionalMacros },
  { name: "two-variable comprehensions", since: 32, macros: twoVariableMacros },
];

/** The newest version of Kubernetes whose language is known. */
export const newestVersion = "1.37";

/** The language of a version of Kubernetes. */
export interface Environment {
  readonly macros: readonly Macro[];
  /** `?.`, `[?…]` and `{?…}` are allowed. */
  readonly optionals: boolean;
}

const environments = new Map<string, Environment>();

/**
 * Returns the language of a version of Kubernetes, such as "1.34".
 * @throws RangeError for another text
 */
export function environmentOf(version: string = newestVersion): Environment {
  let environment = environments.get(version);
  if (environment === undefined) environments.set(version, (environment = environmentOfMinor(minorOf(version))));
  return environment;
}

function minorOf(version: string): number {
  const minor = /^v?1\.(\d{1,3})(?:\.\d{1,3})?$/.exec(version)?.[1];
  if (minor === undefined)
    throw new RangeError(
      `${JSON.stringify(version)} is not a version of Kubernetes, use for example "${newestVersion}"`,
    );
  return Number(minor);
}

function environmentOfMinor(minor: number): Environment {
  const available = libraries.filter(({ since }) => since <= minor);
  return {
    macros: available.flatMap(({ macros }) => macros),
    optionals: available.some(({ name }) => name === "optionals"),
  };
}
