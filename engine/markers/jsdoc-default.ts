import { remedyAs, replaceMarker } from "../fix/fix.js";
import type { Position, Problem } from "../problem.js";
import type { Definitions } from "./definitions.js";

/**
 * Returns the value of the JSDoc tag `@default 24` or `@defaultValue 24`; undefined for another
 * line.
 */
export function jsdocDefault(line: string): string | undefined {
  return /^@default(?:Value)?\s+(\S.*)$/.exec(line)?.[1];
}

/**
 * Returns the warning that `@default` has no effect and that `+default` is needed. Returns
 * undefined if no generator reads `+default`.
 */
export function jsdocDefaultProblem(value: string, position: Position, definitions: Definitions): Problem | undefined {
  if (definitions.find("default") === undefined) return undefined;
  const bare = /^`([^`]*)`$/.exec(value)?.[1] ?? value;
  const text = /^'(.*)'$/.exec(bare)?.[1];
  const isValue = text !== undefined || isJSON(bare);
  const marker = `+default=${isValue && text === undefined ? bare : JSON.stringify(text ?? bare)}`;
  const fix = replaceMarker({ position }, marker);
  return {
    code: "markers/jsdoc-default",
    severity: "warning",
    message: `@default has no effect, because generators read markers and not JSDoc: write ${marker}`,
    // Text that is not JSON may be a description of the default, so the proposed marker is only an
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
