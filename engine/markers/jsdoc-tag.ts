import { remedyAs, replaceMarker } from "../base/fix.js";
import type { Position, Problem } from "../base/problem.js";
import type { MarkerDefinitions } from "./definitions.js";
import type { MarkerDefinition } from "./marker.js";
import { markersProblems } from "./problem-codes.js";

/**
 * A JSDoc tag with a value, such as `@defaultValue 24`, that the author should replace by a marker.
 */
export interface JSDocTag {
  /** The tag's name without the `@`. */
  readonly tag: string;
  readonly value: string;
  /** Definition of the marker that replaces the tag. */
  readonly definition: MarkerDefinition;
}

/**
 * Returns the JSDoc tag in a line. Returns undefined if the line has no tag, or if no marker
 * corresponds to the tag.
 */
export function findJSDocTag(line: string, definitions: MarkerDefinitions): JSDocTag | undefined {
  const [, tag, value] = /^@([A-Za-z]+)\s+(\S.*)$/.exec(line) ?? [];
  const definition = tag === undefined ? undefined : definitions.findByTag(tag);
  return tag === undefined || value === undefined || definition === undefined ? undefined : { tag, value, definition };
}

/** Returns a warning that the tag has no effect, with the marker that replaces it. */
export function jsdocTagProblem({ tag, value, definition }: JSDocTag, position: Position): Problem {
  const bare = /^`([^`]*)`$/.exec(value)?.[1] ?? value;
  const text = /^'(.*)'$/.exec(bare)?.[1];
  const isValue = text !== undefined || isJSON(bare);
  const marker = `+${definition.name}=${isValue && text === undefined ? bare : JSON.stringify(text ?? bare)}`;
  const fix = replaceMarker({ position }, marker);
  return {
    ...markersProblems.is("markers/jsdoc-tag"),
    message: `@${tag} has no effect, because generators read markers instead of JSDoc tags: write ${marker}`,
    // Text that is not JSON may describe the value instead of being the value. In that case, the
    // proposed marker is only an example.
    ...remedyAs(isValue ? marker : `for example: ${marker}`, isValue ? fix : { ...fix, isExample: true }),
    position,
  };
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
