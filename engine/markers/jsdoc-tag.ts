import { remedyAs, replaceMarker } from "../fix/fix.js";
import type { Position, Problem } from "../problem.js";
import type { Definitions } from "./definitions.js";
import type { MarkerDefinition } from "./marker.js";

/** A JSDoc tag with a value, such as `@defaultValue 24`, in place of which a marker is needed. */
export interface JSDocTag {
  /** The name without the `@`. */
  readonly tag: string;
  readonly value: string;
  /** The marker that has the effect. */
  readonly definition: MarkerDefinition;
}

/** Returns the tag of a line; undefined for a line without a tag that belongs to a marker. */
export function findJSDocTag(line: string, definitions: Definitions): JSDocTag | undefined {
  const [, tag, value] = /^@([A-Za-z]+)\s+(\S.*)$/.exec(line) ?? [];
  const definition = tag === undefined ? undefined : definitions.findByTag(tag);
  return tag === undefined || value === undefined || definition === undefined ? undefined : { tag, value, definition };
}

/** Returns the warning that a tag has no effect and that its marker is needed. */
export function jsdocTagProblem({ tag, value, definition }: JSDocTag, position: Position): Problem {
  const bare = /^`([^`]*)`$/.exec(value)?.[1] ?? value;
  const text = /^'(.*)'$/.exec(bare)?.[1];
  const isValue = text !== undefined || isJSON(bare);
  const marker = `+${definition.name}=${isValue && text === undefined ? bare : JSON.stringify(text ?? bare)}`;
  const fix = replaceMarker({ position }, marker);
  return {
    code: `markers/jsdoc-${definition.name}`,
    severity: "warning",
    message: `@${tag} has no effect, because generators read markers and not JSDoc: write ${marker}`,
    // Text that is not JSON may be a description of the value, so the proposed marker is only an
    // example.
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
