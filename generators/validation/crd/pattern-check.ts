import type { PlanInput } from "../../../engine/generator.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/problem.js";

/** The npm package that matches patterns. Only generated files with a pattern import it. */
const engine = "re2js";

/**
 * Returns a function that returns the fault in a regular expression; undefined for a valid one. If
 * the package for patterns is not installed, the function reports it once, and finds no fault.
 */
export function patternCheck(
  { installed, load }: PlanInput,
  problems: Problem[],
): (pattern: string, marker: Marker) => string | undefined {
  let isReported = false;
  return (pattern, { position }) => {
    if (!installed(engine) && !isReported) {
      isReported = true;
      problems.push({
        code: "validation/no-re2js",
        severity: "error",
        message: `the pattern needs the package ${engine}, which is not installed`,
        hint: `npm i ${engine}`,
        position,
      });
    }
    const compile = compilerOf(load(engine));
    try {
      compile?.(pattern);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    }
  };
}

function compilerOf(exported: unknown): ((pattern: string) => unknown) | undefined {
  const { RE2JS } = (exported ?? {}) as { readonly RE2JS?: { readonly compile?: (pattern: string) => unknown } };
  return typeof RE2JS?.compile === "function" ? (pattern) => RE2JS.compile?.(pattern) : undefined;
}
