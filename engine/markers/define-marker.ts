import { checkResultOf, type ArgumentProblem } from "./arguments.js";
import type { Marker, MarkerDefinition, MarkerFault } from "./marker.js";

/** An object that can have markers: a package, type, field, function or constant. */
export interface Marked {
  readonly markers: readonly Marker[];
}

/** Result of a marker's parser: the value, or a problem. */
export type Parsed<T> = { readonly value: T } | ArgumentProblem | MarkerFault;

/** A marker with its parsed value. */
export interface Occurrence<T> {
  readonly marker: Marker;
  readonly value: T;
}

/** The type of a marker's value, derived from the result type of its parser. */
export type ValueOf<Result> = Result extends ArgumentProblem | MarkerFault
  ? never
  : Result extends { readonly value: infer T }
    ? T
    : never;

/**
 * Input of `defineMarker`: a marker with its parser. The problems that `parse` returns become the
 * results of the marker's `check`.
 */
export interface MarkerSpec<Result extends Parsed<unknown>> extends Omit<MarkerDefinition, "check"> {
  readonly parse: (marker: Marker) => Result;
}

/**
 * The definition of a marker, with functions that find the marker and read its value.
 *
 * @typeParam Read result type of `read`
 */
export interface MarkerHandle<T, Read = T | undefined> extends MarkerDefinition {
  readonly check: (marker: Marker) => string | MarkerFault | undefined;
  /**
   * Reports whether a marker has the name of this definition. If that name ends with `*`, any name
   * with this prefix matches.
   */
  readonly matches: (marker: Pick<Marker, "name">) => boolean;
  /** Reports whether an owner has the marker, with any value. */
  readonly has: (owner: Marked) => boolean;
  /** Returns the first marker of an owner that matches, with any value; undefined if none does. */
  readonly find: (owner: Marked) => Marker | undefined;
  /** Returns all markers of an owner that match, with any value. */
  readonly findAll: (owner: Marked) => readonly Marker[];
  /**
   * Parses a marker that matches. The result is stored for each marker object, so each marker is
   * parsed only once.
   */
  readonly parse: (marker: Marker) => Parsed<T>;
  /**
   * Returns the first valid value of an owner's markers; undefined if none is valid. If the
   * definition has `combine`, returns the combination of all valid values.
   */
  readonly read: (owner: Marked) => Read;
  /** Returns all valid values of an owner's markers, each with its marker. */
  readonly readAll: (owner: Marked) => readonly Occurrence<T>[];
}

/**
 * Defines a marker. Its check and the functions that read it share one parser:
 *
 *     const kinds = defineMarker({ name: "acme:kinds", places: ["package"], …, parse: parseName });
 *     kinds.read(pkg); // the parsed value, or undefined without a valid marker
 *
 * @param spec definition of the marker; with `combine`, `read` returns the combination of all valid
 * values
 */
export function defineMarker<Result extends Parsed<unknown>, Read>(
  spec: MarkerSpec<Result> & { readonly combine: (found: readonly Occurrence<ValueOf<Result>>[]) => Read },
): MarkerHandle<ValueOf<Result>, Read>;
export function defineMarker<Result extends Parsed<unknown>>(spec: MarkerSpec<Result>): MarkerHandle<ValueOf<Result>>;
export function defineMarker<T, Read>({
  parse,
  combine,
  ...definition
}: MarkerSpec<Parsed<T>> & { readonly combine?: (found: readonly Occurrence<T>[]) => Read }): MarkerHandle<
  T,
  Read | T | undefined
> {
  const { name } = definition;
  const prefix = name.endsWith("*") ? name.slice(0, -1) : undefined;
  const matches = (marker: Pick<Marker, "name">): boolean =>
    prefix === undefined ? marker.name === name : marker.name.startsWith(prefix);
  const known = new WeakMap<Marker, Parsed<T>>();
  const parseOnce = (marker: Marker): Parsed<T> => {
    const before = known.get(marker);
    if (before !== undefined) return before;
    const parsed = parse(marker);
    known.set(marker, parsed);
    return parsed;
  };
  const readAll = ({ markers }: Marked): readonly Occurrence<T>[] =>
    markers.filter(matches).flatMap((marker) => {
      const parsed = parseOnce(marker);
      return "fault" in parsed ? [] : [{ marker, value: parsed.value }];
    });
  const readFirst = ({ markers }: Marked): T | undefined => {
    for (const marker of markers) {
      const parsed = matches(marker) ? parseOnce(marker) : undefined;
      if (parsed !== undefined && !("fault" in parsed)) return parsed.value;
    }
    return undefined;
  };
  let none: { readonly read: Read } | undefined;
  const readCombined =
    combine === undefined
      ? undefined
      : (owner: Marked): Read => {
          const found = readAll(owner);
          if (found.length > 0) return combine(found);
          none ??= { read: combine([]) };
          return none.read;
        };
  return {
    ...definition,
    check(marker) {
      const parsed = parseOnce(marker);
      return "fault" in parsed ? checkResultOf(parsed) : undefined;
    },
    matches,
    has: ({ markers }) => markers.some(matches),
    find: ({ markers }) => markers.find(matches),
    findAll: ({ markers }) => markers.filter(matches),
    parse: parseOnce,
    read: readCombined ?? readFirst,
    readAll,
  };
}
