import { newestVersion } from "./known-versions.js";
import { listMacros, optionalMacros, standardMacros, twoVariableMacros, type Macro } from "./macros.js";
import { authorizationFunctions, selectorFunctions } from "../functions/authorization.js";
import { declarationsOf, type Functions, type Overload } from "../functions/declaration.js";
import { cidrFunctions, cidrType, ipFunctions, ipType } from "../functions/ip.js";
import { listExtensions } from "../functions/list-extensions.js";
import { includesFunction, listFunctions } from "../functions/lists.js";
import { formatFunctions } from "../functions/named-formats.js";
import { optionalFunctions } from "../functions/optionals.js";
import { quantityFunctions } from "../functions/quantity.js";
import { regexFunctions } from "../functions/regex.js";
import { semverFunctions } from "../functions/semver.js";
import { setFunctions } from "../functions/sets.js";
import { standardFunctions } from "../functions/standard.js";
import { stringFormat, stringFunctions } from "../functions/strings.js";
import { twoVariableFunctions } from "../functions/two-variables.js";
import { urlFunctions } from "../functions/urls.js";
import type { Implementation } from "../values/value.js";
import { dyn, optionalType, type ExpressionType } from "../types/type.js";

/**
 * A part of the CEL language, with the minor versions of Kubernetes in which it exists: from
 * `since` (inclusive) to `until` (exclusive).
 */
interface Library {
  readonly since: number;
  readonly until?: number;
  readonly functions?: Functions;
  readonly macros?: readonly Macro[];
  /** The types whose names can be used as values in expressions, as in `type(x) == int`. */
  readonly types?: readonly ExpressionType[];
}

/**
 * The first minor versions with parts of the language that are neither functions nor macros: the
 * syntax of optionals, comparisons of different types of numbers, checks of literals, checks of
 * format strings, and reserved words as names of fields.
 */
const features = { optionals: 28, "mixed-numbers": 28, literals: 29, "format-strings": 29, "reserved-fields": 31 };

/** All libraries. Their order determines the order of the overloads of a function. */
const libraries: readonly Library[] = [
  { since: 0, functions: standardFunctions, macros: standardMacros },
  { since: 0, functions: urlFunctions },
  { since: 0, functions: regexFunctions },
  { since: 0, until: 37, functions: listFunctions },
  { since: 27, functions: authorizationFunctions },
  { since: 28, functions: optionalFunctions, macros: optionalMacros, types: [optionalType(dyn)] },
  { since: 28, functions: quantityFunctions },
  { since: 0, functions: stringFunctions },
  { since: 29, functions: stringFormat },
  { since: 29, functions: setFunctions },
  { since: 30, functions: ipFunctions, types: [ipType] },
  { since: 30, functions: cidrFunctions, types: [cidrType] },
  { since: 31, functions: formatFunctions },
  { since: 31, functions: selectorFunctions },
  { since: 32, functions: twoVariableFunctions, macros: twoVariableMacros },
  { since: 33, functions: semverFunctions },
  { since: 34, functions: listExtensions, macros: listMacros },
  { since: 37, functions: { ...listFunctions, ...includesFunction } },
];

/** The CEL functions, macros and types of one version of Kubernetes. */
export class CELEnvironment {
  /** The minor version of Kubernetes, such as 34. */
  readonly minor: number;
  readonly macros: readonly Macro[];
  /** The types that the language has in addition to the standard ones. */
  readonly types: readonly ExpressionType[];
  readonly #libraries: readonly Library[];
  #functions: ReadonlyMap<string, readonly Overload[]> | undefined;

  constructor(minor: number) {
    this.minor = minor;
    this.#libraries = libraries.filter(
      ({ since, until = Number.POSITIVE_INFINITY }) => since <= minor && minor < until,
    );
    this.macros = this.#libraries.flatMap(({ macros }) => macros ?? []);
    this.types = this.#libraries.flatMap(({ types }) => types ?? []);
  }

  has(feature: keyof typeof features): boolean {
    return this.minor >= features[feature];
  }

  /** Returns the overloads of a function; undefined if the function is not known. */
  overloads(name: string): readonly Overload[] | undefined {
    this.#functions ??= this.#declared();
    return this.#functions.get(name);
  }

  #declared(): ReadonlyMap<string, readonly Overload[]> {
    const functions = new Map<string, Overload[]>();
    for (const overload of this.#libraries.flatMap((library) => declarationsOf(library.functions ?? {}))) {
      const known = functions.get(overload.name);
      if (known === undefined) functions.set(overload.name, [overload]);
      else known.push(overload);
    }
    return functions;
  }
}

let implementations: ReadonlyMap<string, Implementation | undefined> | undefined;

/**
 * Returns the implementation of an overload of any version. Returns undefined for an unknown
 * overload, and for an overload that operators.ts or the planner implements.
 */
export function implementationOf(overload: string): Implementation | undefined {
  implementations ??= new Map(
    libraries.flatMap(({ functions = {} }) => declarationsOf(functions)).map(({ id, run }) => [id, run]),
  );
  return implementations.get(overload);
}

const environments = new Map<number, CELEnvironment>();

/**
 * Returns the CEL environment of a version of Kubernetes, such as "1.34".
 * @throws RangeError for a string that is not a version of Kubernetes
 */
export function environmentOf(version: string = newestVersion): CELEnvironment {
  const minor = minorOf(version);
  let environment = environments.get(minor);
  if (environment === undefined) environments.set(minor, (environment = new CELEnvironment(minor)));
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

/**
 * Returns the first version of Kubernetes after the given version that adds a function or macro
 * with the given name; undefined if no version does. A name such as `format` also finds functions
 * whose names begin with `format.`.
 */
export function introducedAfter(name: string, version: string): string | undefined {
  const known = environmentOf(version);
  const isNamed = (each: { readonly name: string }): boolean => each.name === name || each.name.startsWith(`${name}.`);
  const hasNew = ({ functions = {}, macros = [] }: Library): boolean =>
    macros.some((macro) => isNamed(macro) && !known.macros.includes(macro)) ||
    declarationsOf(functions).some(
      (each) => isNamed(each) && known.overloads(each.name)?.some(({ id }) => id === each.id) !== true,
    );
  const library = libraries.find((each) => each.since > known.minor && hasNew(each));
  return library && `1.${String(library.since)}`;
}

/**
 * Returns the minor version of Kubernetes after the given one. The language of this next version
 * applies to stored expressions, because an API server also accepts stored expressions of the next
 * version.
 */
export function nextVersion(version: string = newestVersion): string {
  return `1.${String(minorOf(version) + 1)}`;
}
