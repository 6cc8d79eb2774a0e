import { unescapeLiteral } from "../../../engine/markers/escapes.js";
import { argumentMarker, wordText } from "../../../engine/markers/print-marker.js";
import { nearest } from "../../../engine/util/nearest.js";
import type { MarkerFault } from "../../../engine/markers/marker.js";

/**
 * A function that corrects one argument of a marker. It returns all arguments, with a new name or
 * value for one of them.
 */
export type Correction = (given: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

/**
 * Returns a fault whose replacement is the marker with one corrected argument. All other arguments
 * are unchanged.
 */
export function corrected(
  fault: string,
  prefix: string,
  given: ReadonlyMap<string, string>,
  correction: Correction,
  isExample = false,
): MarkerFault {
  // All values of column markers are quoted by convention.
  const isColumn = prefix.endsWith("printcolumn:");
  const values = [...correction(given)].map(
    ([key, value]) => [key, isColumn ? unescapeLiteral(value) : wordText(value)] as const,
  );
  return { fault, instead: argumentMarker(prefix, values), ...(isExample ? { isExample } : {}) };
}

export function withValue(key: string, value: string): Correction {
  return (given) => new Map([...given, [key, value]]);
}

/**
 * Returns a correction that renames an unknown argument to the most similar known name. Removes the
 * argument if no name is similar, or if the marker already has that name.
 */
export function renamed(key: string, known: readonly string[]): Correction {
  const meant = nearest(key, known);
  return (given) =>
    new Map(
      [...given].flatMap(([name, value]) =>
        name !== key
          ? [[name, value] as const]
          : meant === undefined || given.has(meant)
            ? []
            : [[meant, value] as const],
      ),
    );
}
