import { remedyAs, replaceMarker } from "../base/fix.js";
import type { Position, Problem, ProblemCode } from "../base/problem.js";
import type { MarkerDefinitions } from "./definitions.js";
import type { MarkerDefinition } from "./marker.js";

/**
 * A JSDoc tag with a value, such as `@defaultValue 24`. The author should write a marker instead of
 * the tag.
 */
export interface JSDocTag {
  /** The tag's name without the `@`. */
  readonly tag: string;
  readonly value: string;
  /** The marker that the author should write. */
  readonly definition: MarkerDefinition;
}

/**
 * Returns the JSDoc tag in a line. Returns undefined if the line has no tag, or a tag that
 * corresponds to no marker.
 */
export function findJSDocTag(line: string, definitions: MarkerDefinitions): JSDocTag | undefined {
  const [, tag, value] = /^@([A-Za-z]+)\s+(\S.*)$/.exec(line) ?? [];
  const definition = tag === undefined ? undefined : definitions.findByTag(tag);
  return tag === undefined || value === undefined || definition === undefined ? undefined : { tag, value, definition };
}

/** Returns a warning: the tag has no effect, and the corresponding marker is needed. */
export function jsdocTagProblem({ tag, value, definition }: JSDocTag, position: Position): Problem {
  const bare = /^`([^`]*)`$/.exec(value)?.[1] ?? value;
  const text = /^'(.*)'$/.exec(bare)?.[1];
  const isValue = text !== undefined || isJSON(bare);
  const marker = `+${definition.name}=${isValue && text === undefined ? bare : JSON.stringify(text ?? bare)}`;
  const fix = replaceMarker({ position }, marker);
  return {
    // The marker can be that of a custom generator.
    code: `markers/jsdoc-${definition.name}` as ProblemCode,
    severity: "warning",
    message: `@${tag} has no effect, because generators read markers and not JSDoc: write ${marker}`,
    // If the text is not JSON, it may be a description of the value. The proposed marker is then
    // only an example.
    ...remedyAs(isValue ? marker : `as in: ${marker}`, isValue ? fix : { ...fix, isExample: true }),
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
